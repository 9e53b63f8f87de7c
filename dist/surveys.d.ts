import { S as Survey, A as Answer } from './chunk-answer.js';
export { c as SurveyAppearance } from './chunk-answer.js';

/** What follows a question: the position of another one, or the end. */
type Step = number | 'end';
/**
 * Chooses what follows an answered question.
 *
 * @param index Zero-based position of the question just answered.
 * @param answer What the person gave; `null` when they skipped.
 * @returns The position to show next, or `'end'`. A position the survey does not have counts as `'end'`.
 *
 * Never throws. Interface 2.4, branching.
 */
declare function nextStep(survey: Survey, index: number, answer: Answer): Step;
/**
 * Where a step leads a person who has been somewhere already: a question is asked once. A jump back to an answered question
 * passes it over as its answer says, and the survey ends where that comes round in a circle.
 *
 * @param visited Positions asked so far.
 * @param answerOf The answer to the question at a position.
 *
 * DECISIONS, "Branching in circles".
 */
declare function passOver(survey: Survey, step: Step, visited: readonly number[], answerOf: (index: number) => Answer): Step;

/** Something about a survey that its author should know. */
interface LintFinding {
    /** What kind of thing it is; stays the same between versions. */
    code: string;
    /** Where it is, such as `questions[2].branching`. */
    path: string;
    /** What is wrong and what happens because of it. */
    message: string;
    /** `error`: the survey does not do what it says. `warning`: it does, but probably not what was meant. */
    severity: 'error' | 'warning';
}

/**
 * Looks for mistakes in a survey, for its author: questions that no way leads to, branches to nowhere, circles, ids that are
 * missing, choices without text, refused links, colours that cannot be told apart, conditions that never hold.
 *
 * @param survey In either form; anything else is a finding, too.
 * @returns Findings in the order of the survey's fields; empty when all is well. Never throws.
 *
 * ```ts
 * for (const { path, message } of lintSurvey(survey)) console.warn(path, message)
 * ```
 */
declare function lintSurvey(survey: unknown): LintFinding[];

/** Which page of a survey to draw, and how. */
interface PreviewOptions {
    /** -1 is the intro, 0 to n - 1 are the questions, n is the thank-you page; `tab` is the button of a widget. */
    page: number | 'tab';
    /**
     * Positions asked before, in order: the progress and the way back are those of a visitor who came by them. Missing: the
     * shortest way to this page; where none leads there, it is as if the survey began with it.
     */
    path?: readonly number[];
    /** Answers given so far, by position; the page begins with its own, and branching follows the others. */
    answers?: Readonly<Record<number, Answer>>;
    /** Gets what was answered, `null` for a skipped question and for the intro. The page stays: draw the next one. */
    onSubmit?(answer: Answer): void;
    /** Gets the page before, by the path. */
    onBack?(page: number): void;
    /** The tab was clicked. */
    onOpen?(): void;
    /** The tab has opened its survey. */
    isOpen?: boolean;
    /** The X, or the button of the thank-you page. */
    onClose?(): void;
    /** Language tag; without it, the texts of the base language. */
    language?: string;
    /** Missing: that of the language or, where none is given, of the element. */
    dir?: 'ltr' | 'rtl';
    /** What the built-in look begins with. Missing: light. */
    colorScheme?: 'light' | 'dark' | 'auto';
    /** Words of the interface in other languages: language -> key -> text. */
    words?: Record<string, Record<string, string>>;
    /** True: markup in descriptions is shown as it is written. */
    plainText?: boolean;
    /** For the style element of browsers without constructable style sheets. */
    nonce?: string;
}
/**
 * Draws one page of a survey, or the tab that opens it, into an element, as a visitor would see it: nothing is reported,
 * stored, focused or timed. A second call for the same element replaces what the first has drawn. Neither is placed at an edge
 * of the window: the element is where it goes.
 *
 * ```ts
 * let page = 0
 * const draw = () => renderSurveyPreview(box, survey, { page, onSubmit: () => { page++; draw() } })
 * draw()
 * ```
 *
 * @returns What takes it away again.
 */
declare function renderSurveyPreview(element: Element, survey: Survey, options: PreviewOptions): () => void;

/**
 * Positions that are asked on the shortest way to a page, in order: what lies behind a visitor who comes there.
 *
 * @param page Position of a question; their number is the end.
 * @returns Empty for the first question, and for one that no way leads to.
 */
declare function wayTo(survey: Survey, page: number): readonly number[];

export { Answer, Survey, lintSurvey, nextStep, passOver, renderSurveyPreview, wayTo };
export type { LintFinding, PreviewOptions, Step };
