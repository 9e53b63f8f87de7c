/** A JSON object: properties of an event, a person or a group. */
type Properties = Record<string, unknown>;
/** A captured event, as stored and sent. Interface section 4.4. */
interface CapturedEvent {
    /** UUIDv7, set at capture. The service keeps one event per uuid. */
    uuid: string;
    event: string;
    distinct_id: string;
    properties: Properties;
    /** ISO 8601, the time of the call. */
    timestamp: string;
    $set?: Properties;
    $set_once?: Properties;
    $unset?: string[];
}

/** How a condition compares its value with the actual one. See D-096, D-097. */
type MatchType = 'exact' | 'is_not' | 'icontains' | 'not_icontains' | 'regex' | 'not_regex' | 'gt' | 'lt';
/** Branching after a question. Interface section 2.4. */
type Branching = {
    type: 'next_question';
} | {
    type: 'end';
} | {
    type: 'specific_question';
    index: number;
} | {
    type: 'response_based';
    responseValues: Record<string, number | string>;
};
/** Fields of every question. Interface section 2.4. */
interface QuestionBase {
    id?: string;
    question: string;
    description?: string | null;
    /** Default: `text`. See D-158. */
    descriptionContentType?: 'html' | 'text';
    /** Default: false. */
    optional?: boolean;
    buttonText?: string | null;
    branching?: Branching | null;
    /** Language code -> translated fields. */
    translations?: Record<string, QuestionTranslation>;
}
/** Limit for the length of an open answer, in characters. Interface section 2.4. */
interface LengthRule {
    type: 'min_length' | 'max_length';
    value?: number;
    errorMessage?: string;
}
/** A question with a text answer. Interface section 2.4. */
interface OpenQuestion extends QuestionBase {
    type: 'open';
    validation?: LengthRule[];
}
/** A question with a link. Interface section 2.4. */
interface LinkQuestion extends QuestionBase {
    type: 'link';
    link?: string | null;
}
/** A question with a rating scale. Interface section 2.4. */
interface RatingQuestion extends QuestionBase {
    type: 'rating';
    display: 'number' | 'emoji';
    /** 2, 3, 5, 7 (from 1) or 10 (from 0). */
    scale: number;
    lowerBoundLabel?: string | null;
    upperBoundLabel?: string | null;
    /** Whether choosing a rating submits the answer. */
    skipSubmitButton?: boolean;
}
interface ChoiceBase extends QuestionBase {
    choices: string[];
    shuffleOptions?: boolean;
    /** Whether the last choice has a text field. */
    hasOpenChoice?: boolean;
}
/** A question with one choice. Interface section 2.4. */
interface SingleChoiceQuestion extends ChoiceBase {
    type: 'single_choice';
    skipSubmitButton?: boolean;
}
/** A question with several choices. Interface section 2.4. */
interface MultipleChoiceQuestion extends ChoiceBase {
    type: 'multiple_choice';
}
/** A question of any type. Interface section 2.4. */
type Question = OpenQuestion | LinkQuestion | RatingQuestion | SingleChoiceQuestion | MultipleChoiceQuestion;
/** Answer to one question, as in `$survey_response_<id>`. `null` means skipped, for every type. See D-159. */
type Answer = string | number | string[] | null;
/** The translated fields of a question. */
interface QuestionTranslation {
    question?: string;
    description?: string;
    buttonText?: string;
    link?: string;
    lowerBoundLabel?: string;
    upperBoundLabel?: string;
    choices?: string[];
}
/** The translated fields of a survey. */
interface SurveyTranslation {
    name?: string;
    thankYouMessageHeader?: string;
    thankYouMessageDescription?: string;
    thankYouMessageCloseButtonText?: string;
    introScreenHeader?: string;
    introScreenDescription?: string;
    introScreenButtonText?: string;
    submitButtonText?: string;
    backButtonText?: string;
    placeholder?: string;
    widgetLabel?: string;
}
/** An event that triggers or cancels a survey. All filters must match. */
interface EventTrigger {
    name: string;
    propertyFilters?: Record<string, {
        values: string[];
        operator: MatchType;
    }>;
}
/** A step of an action. Each part that is present must match. */
interface ActionStep {
    event?: string | null;
    url?: string | null;
    url_matching?: 'contains' | 'exact' | 'regex' | null;
    href?: string | null;
    href_matching?: 'contains' | 'exact' | 'regex' | null;
    text?: string | null;
    text_matching?: 'contains' | 'exact' | 'regex' | null;
    selector?: string | null;
    selector_regex?: string | null;
    properties?: {
        key: string;
        value?: unknown;
        operator?: string;
    }[] | null;
}
/** Conditions under which a survey may show. The interface leaves the shape open; D-094. */
interface SurveyConditions {
    url?: string | null;
    urlMatchType?: MatchType | null;
    selector?: string | null;
    deviceTypes?: string[] | null;
    deviceTypesMatchType?: MatchType | null;
    seenSurveyWaitPeriodInDays?: number | null;
    linkedFlagVariant?: string | null;
    events?: {
        repeatedActivation?: boolean;
        values: EventTrigger[];
    } | null;
    cancelEvents?: {
        values: EventTrigger[];
    } | null;
    actions?: {
        values: {
            id?: number;
            name?: string | null;
            steps?: ActionStep[] | null;
        }[];
    } | null;
}
/** Where a survey stands on the page. */
type SurveyPosition = 'top_left' | 'top_center' | 'top_right' | 'middle_left' | 'middle_center' | 'middle_right' | 'left' | 'center' | 'right' | 'next_to_trigger';
/** The looks of a survey. Accepts any valid CSS value. The interface leaves the shape open; D-189. */
interface SurveyAppearance extends Omit<SurveyTranslation, 'name'> {
    backgroundColor?: string;
    textColor?: string;
    textSubtleColor?: string;
    borderColor?: string;
    submitButtonColor?: string;
    submitButtonTextColor?: string;
    ratingButtonColor?: string;
    ratingButtonActiveColor?: string;
    inputBackground?: string;
    inputBackgroundColor?: string;
    inputTextColor?: string;
    outlineColor?: string;
    scrollbarThumbColor?: string;
    scrollbarTrackColor?: string;
    fontFamily?: string;
    maxWidth?: string;
    zIndex?: string | number;
    boxPadding?: string;
    boxShadow?: string;
    borderRadius?: string;
    disabledButtonOpacity?: string;
    /** URL of an image above the question: `https:` or `data:image/`. Ours, see D-579. */
    logo?: string;
    whiteLabel?: boolean;
    position?: SurveyPosition;
    hideCancelButton?: boolean;
    disableAutofocus?: boolean;
    shuffleQuestions?: boolean;
    surveyPopupDelaySeconds?: number;
    allowGoBack?: boolean;
    displayThankYouMessage?: boolean;
    thankYouMessageDescriptionContentType?: 'html' | 'text';
    autoDisappear?: boolean;
    displayIntroScreen?: boolean;
    introScreenDescriptionContentType?: 'html' | 'text';
    widgetType?: 'tab' | 'selector' | 'button';
    widgetSelector?: string;
    widgetColor?: string;
    tabPosition?: 'top' | 'left' | 'right' | 'bottom';
}
/** How a survey is displayed. Interface section 2.1. */
type SurveyType = 'popover' | 'widget' | 'api' | 'external_survey';
/** How often a survey is shown to a visitor. Interface section 2.1. */
type SurveySchedule = 'once' | 'recurring' | 'always';
/** A flag inside a survey of the management interface. Clients need only its key. Interface section 2.2. */
interface EmbeddedFlag {
    key: string;
}
/**
 * A survey as sent to browsers: interface section 2.1, with flag keys in place of flag objects (D-293).
 * Clients also accept the management form with flag objects.
 */
interface Survey {
    id: string;
    name?: string;
    type: SurveyType;
    schedule?: SurveySchedule | null;
    linked_flag_key?: string | null;
    targeting_flag_key?: string | null;
    internal_targeting_flag_key?: string | null;
    linked_flag?: EmbeddedFlag | null;
    targeting_flag?: EmbeddedFlag | null;
    internal_targeting_flag?: EmbeddedFlag | null;
    /** Further flags that must be enabled. `value` is a flag key. */
    feature_flag_keys?: {
        key: string;
        value?: string | null;
    }[] | null;
    questions: Question[];
    conditions?: SurveyConditions | null;
    appearance?: SurveyAppearance | null;
    start_date?: string | null;
    end_date?: string | null;
    current_iteration?: number | null;
    current_iteration_start_date?: string | null;
    enable_partial_responses?: boolean | null;
    base_language?: string | null;
    translations?: Record<string, SurveyTranslation>;
}
/** Defaults for all surveys of a project. */
interface SurveyConfig {
    appearance?: SurveyAppearance | null;
    seenSurveyWaitPeriodInDays?: number | null;
}

export type { Answer as A, Branching as B, CapturedEvent as C, LinkQuestion as L, MultipleChoiceQuestion as M, OpenQuestion as O, Properties as P, Question as Q, RatingQuestion as R, SingleChoiceQuestion as S, Survey as a, SurveyConditions as b, SurveyAppearance as c, SurveyType as d, SurveySchedule as e, SurveyTranslation as f, SurveyPosition as g, SurveyConfig as h };
