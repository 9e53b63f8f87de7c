export type { EarshotClient, EarshotClient as PostHog } from 'earshot'
export {
  CaptureOnView,
  CaptureOnView as PostHogCaptureOnViewed,
  type CaptureOnViewProps,
  type CaptureOnViewProps as PostHogCaptureOnViewedProps,
} from './react/CaptureOnView'
export {
  EarshotContext,
  EarshotContext as PostHogContext,
  type EarshotContextValue,
  useEarshot,
  useEarshot as usePostHog,
} from './react/context'
export {
  ErrorBoundary,
  ErrorBoundary as PostHogErrorBoundary,
  type ErrorBoundaryProps,
  type ErrorBoundaryProps as PostHogErrorBoundaryProps,
  type ErrorFallbackProps,
  type ErrorFallbackProps as PostHogErrorBoundaryFallbackProps,
  setupReactErrorHandler,
} from './react/ErrorBoundary'
export {
  type CaptureFeatureOptions,
  captureFeatureInteraction,
  captureFeatureView,
  FeatureFlag,
  FeatureFlag as PostHogFeature,
  type FeatureFlagProps,
  type FeatureFlagProps as PostHogFeatureProps,
} from './react/FeatureFlag'
export {
  useActiveFeatureFlags,
  useFeatureFlagEnabled,
  useFeatureFlagPayload,
  useFeatureFlagResult,
  useFeatureFlagVariantKey,
} from './react/flagHooks'
export {
  EarshotProvider,
  EarshotProvider as PostHogProvider,
  type EarshotProviderProps,
  type EarshotProviderProps as PostHogProviderProps,
} from './react/provider'
export { SurveyInline, type SurveyInlineProps } from './react/SurveyInline'
export { type SurveyHook, type UseSurveyOptions, useSurvey } from './react/useSurvey'
export { type UseThumbSurveyOptions, type UseThumbSurveyResult, useThumbSurvey } from './react/useThumbSurvey'
