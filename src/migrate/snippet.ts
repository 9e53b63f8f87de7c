import type { Node, Statement } from '@babel/types'
import { findNodes, memberOf, type Script } from './ast'
import type { Changes, Edit, Finding } from './edits'

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

/** The path of the script of posthog-js. */
export const ARRAY = '/static/array.js'
const namesArray = (node: Node): boolean =>
  findNodes(node, 'StringLiteral').some(found => found.node.value.includes(ARRAY)) ||
  findNodes(node, 'TemplateElement').some(found => found.node.value.raw.includes(ARRAY))

/** Returns the statement of a script that is the loader of posthog-js and nothing else. */
export const findLoader = ({ file, text }: Script): Statement | undefined =>
  file.program.body.find(statement => {
    const code = text.slice(statement.start!, statement.end!)
    const isAlone = statement.type === 'ExpressionStatement' && !/\bposthog\s*\.\s*init\s*\(/.test(code)
    return isAlone && code.includes('__SV') && namesArray(statement)
  })

/** Replaces the loader of posthog-js by the queue of Earshot's snippet. */
export const replaceLoader = ({ start, end }: Statement, newline: string): Edit => ({
  start: start!,
  end: end!,
  text: STUB.join(newline),
  kind: 'snippet',
})

/**
 * Returns the script tag that loads Earshot under the name `posthog`.
 *
 * @param attributes Further attributes, with a space in front.
 */
export const scriptTag = (scriptUrl: string, attributes: string): string =>
  `<script async crossorigin src="${scriptUrl}" data-global="posthog"${attributes}></script>`

/** Reminds of the files that the URL needs. */
export const servingFinding = (start: number, scriptUrl: string): Finding => ({
  start,
  kind: 'check',
  topic: scriptUrl,
  advice: 'Serve the files of `dist/` at this address, or set another one with --script-url.',
})

/** Gives code that loads the script of posthog-js the URL of Earshot. The client takes over the queue of such code. */
export function changeScriptUrls({ file, text, quote }: Script, scriptUrl: string): Changes {
  const assigned = findNodes(file, 'AssignmentExpression').flatMap(({ node: { left, right } }) =>
    memberOf(left)?.name === 'src' && namesArray(right) ? right : [],
  )
  const isAssigned = (start: number) => assigned.some(node => node.start! <= start && start < node.end!)
  const others = findNodes(file, 'StringLiteral', 'TemplateElement').flatMap(({ node }) =>
    namesArray(node) && !isAssigned(node.start!) ? node.start! : [],
  )
  return {
    edits: assigned.map(({ start, end }) => {
      const mark = /['"]/.exec(text.slice(start!, end!))?.[0] ?? quote
      return { start: start!, end: end!, text: `${mark}${scriptUrl}?global=posthog${mark}`, kind: 'snippet' }
    }),
    findings: [
      ...assigned.map(({ start }) => servingFinding(start!, scriptUrl)),
      ...others.map(
        (start): Finding => ({
          start,
          kind: 'check',
          topic: ARRAY,
          advice: 'The script of posthog-js. Use the URL of earshot.js, with `?global=posthog`.',
        }),
      ),
    ],
  }
}
