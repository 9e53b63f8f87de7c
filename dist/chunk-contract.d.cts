import { P as Properties, g as SurveyPosition, a as Survey } from './chunk-survey.cjs';
import { F as FlagValue } from './chunk-flag.cjs';

/**
 * The contract between the two halves of surveys. Every page loads the half that evaluates (`surveys.ts`, `targeting`,
 * `storage`); the half that displays (`display`, `session`, `questions`, `ui`) is fetched when a survey is about to show.
 * Neither half imports the other: both import the types of this file.
 */

/** Options of `displaySurvey`. See D-133. */
interface DisplaySurveyOptions {
    /** `popover` by default. */
    displayType?: 'popover' | 'inline';
    /** Whether to ignore every condition except the survey's type. */
    ignoreConditions?: boolean;
    /** Whether to ignore `surveyPopupDelaySeconds`. */
    ignoreDelay?: boolean;
    /** Properties to add to each event of this survey. They never replace ours. */
    properties?: Properties;
    /** Answers by question position: positions of choices, rating values, or the answers themselves. */
    initialResponses?: Record<number, unknown>;
    position?: SurveyPosition;
    /** Container of an inline survey; anchor of a popover with the position `next_to_trigger`. */
    selector?: string | Element;
    /** Whether the page has captured `survey shown` itself. */
    skipShownEvent?: boolean;
}
/** Result of `explainSurvey`. See D-123. */
interface SurveyExplanation {
    /** Whether every check passes. */
    visible: boolean;
    /** Result of each check by its name; `undefined` while unknown. */
    checks: Record<string, boolean | undefined>;
    /** The survey with its conditions. */
    survey: Survey;
    /** What the checks found. Flags by their key; dates as ISO text. */
    found: {
        /** What keeps events from being captured, if anything: the browser counts as a bot, or consent is missing. */
        blockedBy: 'bot' | 'consent' | false;
        now: string;
        url: string;
        deviceType: string | undefined;
        flags: Record<string, FlagValue | undefined>;
        lastSeen: string | undefined;
        alreadySeen: boolean;
        triggered: boolean;
    };
}

export type { DisplaySurveyOptions as D, SurveyExplanation as S };
