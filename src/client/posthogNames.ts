import type { BeforeSend } from '../capture/capture'
import type { FlagsCallback } from '../flags/flagStore'
import type { FeatureFlag } from '../flags/flags'
import type { CapturedEvent } from '../wire/event'
import type { Question } from '../wire/survey'
import type { Bootstrap, Config, EarshotClient } from './api'

/*
 * Names of posthog-js, for sites that change nothing but an import. Types of products that Earshot does not have are missing, so
 * that the compiler finds their uses. See D-469.
 */

export type PostHog = EarshotClient
export type PostHogInterface = EarshotClient
export type PostHogConfig = Config
export type BootstrapConfig = Bootstrap
export type CaptureResult = CapturedEvent
export type BeforeSendFn = BeforeSend
export type FeatureFlagResult = FeatureFlag
export type FeatureFlagsCallback = FlagsCallback
/** Payloads are `unknown` until the page checks them. */
export type JsonType = unknown
export type Property = unknown
export type SurveyQuestion = Question

/** The types of questions, for code that names them as members of an enum. */
export const SurveyQuestionType = {
  Open: 'open',
  MultipleChoice: 'multiple_choice',
  SingleChoice: 'single_choice',
  Rating: 'rating',
  Link: 'link',
} as const
export type SurveyQuestionType = Question['type']

/** The types of surveys, likewise. */
export const SurveyType = {
  Popover: 'popover',
  API: 'api',
  Widget: 'widget',
  ExternalSurvey: 'external_survey',
} as const
export type SurveyType = (typeof SurveyType)[keyof typeof SurveyType]

/** The kinds of branching, likewise. */
export const SurveyQuestionBranchingType = {
  NextQuestion: 'next_question',
  End: 'end',
  ResponseBased: 'response_based',
  SpecificQuestion: 'specific_question',
} as const
export type SurveyQuestionBranchingType =
  (typeof SurveyQuestionBranchingType)[keyof typeof SurveyQuestionBranchingType]

/** Where `displaySurvey` shows a survey, likewise. */
export const DisplaySurveyType = { Popover: 'popover', Inline: 'inline' } as const
export type DisplaySurveyType = (typeof DisplaySurveyType)[keyof typeof DisplaySurveyType]
