import {
  DisplaySurveyType,
  SurveyQuestionBranchingType,
  SurveyQuestionType,
  SurveyType,
} from '../client/posthogNames'
import type { Entry } from './moduleNames'

/** Types that Earshot exports under another name as well, its own. */
export const TYPE_NAMES: ReadonlyMap<string, string> = new Map([
  ['PostHog', 'EarshotClient'],
  ['PostHogInterface', 'EarshotClient'],
  ['PostHogConfig', 'Config'],
  ['BootstrapConfig', 'Bootstrap'],
  ['CaptureResult', 'CapturedEvent'],
  ['BeforeSendFn', 'BeforeSend'],
  ['FeatureFlagResult', 'FeatureFlag'],
  ['FeatureFlagsCallback', 'FlagsCallback'],
  ['SurveyQuestion', 'Question'],
])

/** Enums whose members are texts. */
export const ENUMS: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map<
  string,
  Readonly<Record<string, string>>
>([
  ['SurveyQuestionType', SurveyQuestionType],
  ['SurveyType', SurveyType],
  ['SurveyQuestionBranchingType', SurveyQuestionBranchingType],
  ['DisplaySurveyType', DisplaySurveyType],
])

/** Types with the same name in both packages. */
const SAME_TYPES = [
  'CaptureOptions',
  'EarlyAccessFeature',
  'JsonType',
  'Properties',
  'Property',
  'Survey',
  'SurveyAppearance',
  'SurveyEventName',
  'SurveyRenderReason',
]

const REACT_TYPES = [
  'PostHogCaptureOnViewedProps',
  'PostHogErrorBoundaryFallbackProps',
  'PostHogErrorBoundaryProps',
  'PostHogFeatureProps',
  'PostHogProviderProps',
  'UseThumbSurveyOptions',
  'UseThumbSurveyResult',
]

const REACT_VALUES = [
  'PostHogCaptureOnViewed',
  'PostHogContext',
  'PostHogErrorBoundary',
  'PostHogFeature',
  'PostHogProvider',
  'captureFeatureInteraction',
  'captureFeatureView',
  'setupReactErrorHandler',
  'useActiveFeatureFlags',
  'useFeatureFlagEnabled',
  'useFeatureFlagPayload',
  'useFeatureFlagResult',
  'useFeatureFlagVariantKey',
  'usePostHog',
  'useThumbSurvey',
]

/** The names of posthog-js that each entry of Earshot exports. */
export const EXPORTS: Readonly<Record<Entry, { types: ReadonlySet<string>; values: ReadonlySet<string> }>> = {
  earshot: {
    types: new Set([...TYPE_NAMES.keys(), ...SAME_TYPES]),
    values: new Set(['default', 'posthog', ...ENUMS.keys()]),
  },
  'earshot/react': { types: new Set(['PostHog', ...REACT_TYPES]), values: new Set(REACT_VALUES) },
}
