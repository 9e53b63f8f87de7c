import { S as SurveyExplanation } from './chunk-contract.js';
import { a as Survey, A as Answer } from './chunk-survey.js';
import { SurveyConditions } from './index.js';
export { c as SurveyAppearance } from './chunk-survey.js';
import './chunk-flag.js';

/** A check that keeps a survey from showing. */
interface FailedCheck {
    /** Name of the check, as in `SurveyExplanation.checks`. */
    check: string;
    /** The field of the survey that it reads; an empty text if it depends on the visitor or the page alone. */
    path: string;
    /** What was found, and what the survey requires. */
    message: string;
    /** Whether the check waits for something, such as flags that have not loaded. */
    isPending: boolean;
}
/**
 * Returns a sentence with values for each check that keeps a survey from showing, in the order of the checks.
 *
 * ```ts
 * const explanation = await earshot.explainSurvey(id)
 * if (explanation) for (const { message } of describeFailures(explanation)) console.log(message)
 * ```
 *
 * @returns Empty when the survey may show. See D-611.
 */
declare function describeFailures(explanation: SurveyExplanation): FailedCheck[];

/**
 * Tries a URL.
 *
 * ```ts
 * const { matches, message } = tryUrl(survey.conditions, 'https://shop.example/pricing')
 * ```
 *
 * @returns Whether a survey with these conditions may show at the URL, and why. See D-611.
 */
declare function tryUrl(conditions: SurveyConditions | null | undefined, url: string): {
    matches: boolean;
    message: string;
};

/** What follows a question: the zero-based index of another one, or the end. Interface 2.4, branching. */
type Step = number | 'end';

/**
 * Returns the step after an answered question.
 *
 * ```ts
 * const step = nextStep(survey, 0, 9)
 * ```
 *
 * @param index Zero-based position of the answered question.
 * @param answer `null` when the question was skipped.
 * @returns A position that exists, or `'end'`. Interface 2.4, branching.
 */
declare const nextStep: (survey: Survey, index: number, answer: Answer) => Step;
/**
 * Returns the step that a visitor gets in place of a question that is answered already: the one that this question's own branch
 * leads to. See D-167.
 *
 * ```ts
 * const step = skipAnswered(survey, nextStep(survey, 1, 'yes'), [0, 1], index => answers[index] ?? null)
 * ```
 *
 * @param visited Positions answered so far.
 * @param answerOf Returns the answer to the question at a position.
 */
declare const skipAnswered: (survey: Survey, step: Step, visited: readonly number[], answerOf: (index: number) => Answer) => Step;
/**
 * Returns the positions of the questions on the shortest path to a page, in order.
 *
 * ```ts
 * renderSurveyPreview(box, survey, { page: 2, path: pathToQuestion(survey, 2) })
 * ```
 *
 * @param page Position of a question. Their number is the end.
 * @returns Empty for the first question, and for one that no path leads to.
 */
declare const pathToQuestion: (survey: Survey, page: number) => readonly number[];

/** A mistake in a survey. */
interface LintFinding {
    /** The kind of mistake. Stays the same between versions. */
    code: string;
    /** The field, such as `questions[2].branching`. */
    path: string;
    /** What is wrong, what visitors get because of it, and what to do. */
    message: string;
    /** `error`: the survey does not do what it says. `warning`: it does, but probably not what was meant. */
    severity: 'error' | 'warning';
}

/**
 * Finds mistakes in a survey, for its author: questions that no path leads to, branches to nowhere, cycles, missing ids, choices
 * without text, refused links, colors that cannot be told apart, conditions that never hold, languages that lack texts. Without
 * an error, somebody can see the survey and finish it on every path.
 *
 * @param survey In either form. Anything else is a finding, too.
 * @returns Findings in the order of the survey's fields; empty when there are none. Never throws.
 *
 * ```ts
 * for (const { path, message } of lintSurvey(survey)) console.warn(path, message)
 * ```
 */
declare function lintSurvey(survey: unknown): LintFinding[];

/** Which page of a survey to draw, and how. */
interface PreviewOptions {
    /** -1 is the intro, 0 to n - 1 are the questions, n is the thank-you page. `tab` is the button of a widget. */
    page: number | 'tab';
    /**
     * Positions of the questions before, in order; progress and the back button follow from them. Default: the shortest path to
     * the page, or none when no path leads there.
     */
    path?: readonly number[];
    /** Earlier answers by position. The page shows its own, and branching follows the others. */
    answers?: Readonly<Record<number, Answer>>;
    /** Called with the answer: `null` for a skipped question and for the intro. The page stays until you draw another one. */
    onSubmit?(answer: Answer): void;
    /** Called with the previous page of the path. */
    onBack?(page: number): void;
    /** Called when the tab is clicked. */
    onOpen?(): void;
    /** Whether the tab is drawn as having opened its survey. */
    isOpen?: boolean;
    /** Called by the close button and by the button of the thank-you page. */
    onClose?(): void;
    /** Language tag. Default: the base language. */
    language?: string;
    /** Default: the direction of the language, or of the element without one. */
    dir?: 'ltr' | 'rtl';
    /** The colors to start from. Default: light. */
    colorScheme?: 'light' | 'dark' | 'auto';
    /** Texts that replace built-in ones: language -> key -> text. */
    words?: Record<string, Record<string, string>>;
    /** Whether to show the HTML of descriptions as text. */
    plainText?: boolean;
    /** For the style element of browsers without constructable style sheets. */
    nonce?: string;
}
/**
 * Draws one page of a survey, or the tab that opens it, into an element, as a visitor would see it. Nothing is reported, stored,
 * focused or timed. A second call for the same element replaces the first drawing. The element is where the survey appears: it
 * is not placed at an edge of the window. The built-in texts of a language other than English follow once they have loaded.
 *
 * ```ts
 * let page = 0
 * const draw = () => renderSurveyPreview(box, survey, { page, onSubmit: () => { page++; draw() } })
 * draw()
 * ```
 *
 * @returns A function that removes the drawing.
 */
declare function renderSurveyPreview(element: Element, survey: Survey, options: PreviewOptions): () => void;

export { Answer, Survey, SurveyExplanation, describeFailures, lintSurvey, nextStep, pathToQuestion, renderSurveyPreview, skipAnswered, tryUrl };
export type { FailedCheck, LintFinding, PreviewOptions, Step };
