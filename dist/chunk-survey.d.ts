/** How a condition compares what it wants with what it sees. See D-096, D-097. */
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
/** Fields that every question has. Interface section 2.4. */
interface QuestionBase {
    id?: string;
    question: string;
    description?: string | null;
    /** Missing means `text`. See D-158. */
    descriptionContentType?: 'html' | 'text';
    /** Missing means required. */
    optional?: boolean;
    buttonText?: string | null;
    branching?: Branching | null;
    /** Language code -> translated fields. */
    translations?: Record<string, QuestionTranslation>;
}
/** Rule on the length of an open answer, in characters. */
interface LengthRule {
    type: 'min_length' | 'max_length';
    value?: number;
    errorMessage?: string;
}
interface OpenQuestion extends QuestionBase {
    type: 'open';
    validation?: LengthRule[];
}
interface LinkQuestion extends QuestionBase {
    type: 'link';
    link?: string | null;
}
interface RatingQuestion extends QuestionBase {
    type: 'rating';
    display: 'number' | 'emoji';
    /** 2, 3, 5, 7 (from 1) or 10 (from 0). */
    scale: number;
    lowerBoundLabel?: string | null;
    upperBoundLabel?: string | null;
    /** True: choosing is submitting. */
    skipSubmitButton?: boolean;
}
interface ChoiceBase extends QuestionBase {
    choices: string[];
    shuffleOptions?: boolean;
    /** True: the last choice asks for free text. */
    hasOpenChoice?: boolean;
}
interface SingleChoiceQuestion extends ChoiceBase {
    type: 'single_choice';
    skipSubmitButton?: boolean;
}
interface MultipleChoiceQuestion extends ChoiceBase {
    type: 'multiple_choice';
}
/** One question. Interface section 2.4. */
type Question = OpenQuestion | LinkQuestion | RatingQuestion | SingleChoiceQuestion | MultipleChoiceQuestion;
/** Answer to one question, as in `$survey_response_<id>`. `null` means skipped, for every type. See D-159. */
type Answer = string | number | string[] | null;
interface QuestionTranslation {
    question?: string;
    description?: string;
    buttonText?: string;
    link?: string;
    lowerBoundLabel?: string;
    upperBoundLabel?: string;
    choices?: string[];
}
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
/** One event that starts or cancels a survey; all filters must hold. */
interface EventTrigger {
    name: string;
    propertyFilters?: Record<string, {
        values: string[];
        operator: MatchType;
    }>;
}
/** One step of an action; every part that is given must hold. */
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
/** Where and when a survey may show. The interface leaves the shape open; D-094. */
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
type SurveyPosition = 'top_left' | 'top_center' | 'top_right' | 'middle_left' | 'middle_center' | 'middle_right' | 'left' | 'center' | 'right' | 'next_to_trigger';
/** How a survey looks. The interface leaves the shape open; D-189. Any CSS value the browser understands. */
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
type SurveyType = 'popover' | 'widget' | 'api' | 'external_survey';
type SurveySchedule = 'once' | 'recurring' | 'always';
/** A flag as it stands inside a survey of the management interface. Interface section 2.2; browsers need its key alone. */
interface EmbeddedFlag {
    key: string;
}
/**
 * A survey as browsers receive it. Interface section 2.1, with flag keys in place of flag objects
 * (D-293); the management form, with flag objects, is accepted as well.
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
    /** Further flags that must be on; `value` is a flag key. */
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
/** Project-wide defaults beside the list of surveys. */
interface SurveyConfig {
    appearance?: SurveyAppearance | null;
    seenSurveyWaitPeriodInDays?: number | null;
}

export type { Answer as A, Branching as B, LinkQuestion as L, MultipleChoiceQuestion as M, OpenQuestion as O, Question as Q, RatingQuestion as R, Survey as S, SurveyConfig as a, SingleChoiceQuestion as b, SurveyConditions as c, SurveyAppearance as d, SurveyPosition as e };
