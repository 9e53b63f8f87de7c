import type { Statement } from '@babel/types'
import { findNodes, type Script } from './ast'
import type { Edit } from './edits'

/** Methods that pages call before the script has loaded. A call is queued, with its time and URL. */
const METHODS = [
  'capture identify alias group reset register register_once register_for_session unregister unregister_for_session',
  'setPersonProperties unsetPersonProperties setPersonPropertiesForFlags resetPersonPropertiesForFlags',
  'setGroupPropertiesForFlags resetGroupPropertiesForFlags resetGroups createPersonProfile set_config debug',
  'opt_in_capturing opt_out_capturing has_opted_in_capturing has_opted_out_capturing clear_opt_in_out_capturing',
  'getFeatureFlag getFeatureFlagPayload getFeatureFlagResult isFeatureEnabled reloadFeatureFlags updateFlags',
  'onFeatureFlags onSessionId onSurveysLoaded on getSurveys getActiveMatchingSurveys renderSurvey displaySurvey',
  'getEarlyAccessFeatures updateEarlyAccessFeatureEnrollment get_distinct_id get_session_id get_property',
  'captureException startSessionRecording stopSessionRecording',
].join(' ')

/** The snippet of the README with the name and the methods of posthog-js. Listeners return their unsubscribe function. */
const STUB = [
  '!function(w){var q=w.posthog=w.posthog||[];if(q.__SV)return;q.__SV=1;q._i=[];',
  'var queue=function(t,names){names.split(" ").forEach(function(m){',
  't[m]=function(){var c=[m].concat([].slice.call(arguments));c.at=Date.now();c.url=location.href;t.push(c);',
  'if(/^on/.test(m))return function(){}}})};',
  `var stub=function(t){queue(t,"${METHODS}");queue(t.people=[],"set set_once")};stub(q);`,
  'q.init=function(k,c,n){var t=q;if(n)stub(t=q[n]=[]);q._i.push([k,c,n])}}(window);',
]

/** Returns the statement of a script that is the loader of posthog-js. */
export const findLoader = ({ file, text }: Script): Statement | undefined =>
  file.program.body.find(
    statement =>
      findNodes(statement, 'StringLiteral').some(({ node }) => node.value.includes('/static/array.js')) &&
      text.slice(statement.start!, statement.end!).includes('__SV'),
  )

/** Replaces the loader of posthog-js by the queue of Earshot's snippet. */
export const replaceLoader = ({ start, end }: Statement, newline: string): Edit => ({
  start: start!,
  end: end!,
  text: STUB.join(newline),
  kind: 'snippet',
})

/** Returns the script tag that loads Earshot under the name `posthog`. */
export const scriptTag = (scriptUrl: string): string =>
  `<script async crossorigin src="${scriptUrl}" data-global="posthog"></script>`
