import { z } from '@hono/zod-openapi'
import { fieldsWith } from './fields'

/** Body of create. Interface section 4.2. */
export const surveyWrite = z.object(fieldsWith('write')).openapi('SurveyWrite')

/** Body of update and summarize_responses: any subset of the same fields. Interface section 4.2, rule 1. */
export const surveyPatch = surveyWrite.partial().openapi('SurveyPatch')

/** The fields of a create or update request, checked and converted to the form of a row. */
export type SurveyPatch = z.output<typeof surveyPatch>

/** Reply of retrieve. Interface section 2.1. */
export const readSurveyBody = z
  .object({
    ...fieldsWith('reply'),
    feature_flag_keys: z.array(z.object({ key: z.string(), value: z.string().nullable() })),
    user_access_level: z.string(),
  })
  .openapi('Survey')

/** Reply of create and update. Interface section 2.1. */
export const writtenSurveyBody = z
  .object({ ...fieldsWith('reply'), ...fieldsWith('writeReply') })
  .openapi('WrittenSurvey')

/** Query of list. Interface section 4.2. */
export const listQuery = z.object({
  limit: z
    .string()
    .optional()
    .openapi({ type: 'integer', description: 'Number of results to return per page.' }),
  offset: z
    .string()
    .optional()
    .openapi({ type: 'integer', description: 'The initial index of the results.' }),
  search: z
    .string()
    .optional()
    .openapi({ description: 'Words that must each occur in the name or the description.' }),
})

/** Reply of list. Interface section 4.2. */
export const surveyListBody = z
  .object({
    count: z.int(),
    next: z.url().nullable(),
    previous: z.url().nullable(),
    results: z.array(readSurveyBody),
  })
  .openapi('SurveyList')
