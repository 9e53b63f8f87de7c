// The compared pages: how each loads its library, and where its survey has the rating.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { earshotFolder, posthogFolder } from '../harness.mjs'

const require = createRequire(import.meta.url)
const API_KEY = 'phc_bench'
/** The default limits would drop most events of a burst. */
const CONFIG = { rate_limiting: { events_per_second: 1e6, events_burst_limit: 1e6 } }

const scriptsIn = folder =>
  Object.fromEntries(
    readdirSync(folder)
      .filter(file => file.endsWith('.js'))
      .map(file => [file, () => readFileSync(join(folder, file))]),
  )

/** The call queue of posthog-js, in the form that `array.js` takes over. */
function loadPosthog(src, key, config) {
  const queue = []
  Object.assign(queue, { _i: [[key, config]], __SV: 1, people: [] })
  window.posthog = queue
  const script = document.createElement('script')
  Object.assign(script, { async: true, crossOrigin: 'anonymous', src })
  document.head.append(script)
}

function loadFormbricks(src, apiHost) {
  const script = document.createElement('script')
  Object.assign(script, { async: true, src })
  script.onload = () => window.formbricks.init({ environmentId: 'bench', apiHost })
  document.head.append(script)
}

/** The least code that requests the flags, finds the survey and shows its questions, without a library. */
function showByHand(api, key) {
  const body = JSON.stringify({ api_key: key, distinct_id: 'visitor' })
  fetch(`${api}/flags?v=2&config=true`, { method: 'POST', body })
    .then(response => response.json())
    .then(({ surveys }) => {
      const survey = surveys.find(({ conditions }) => location.href.includes(conditions.url))
      if (!survey) return
      const host = document.createElement('div')
      const root = host.attachShadow({ mode: 'open' })
      root.innerHTML =
        '<style>div{position:fixed;right:20px;bottom:20px;width:300px;background:#eee;border:1px solid #ccc;padding:16px;font:14px system-ui}button{padding:4px 2px}</style><div role=dialog></div>'
      const card = root.querySelector('div')
      const show = index => {
        const { question, scale, choices } = survey.questions[index]
        const labels = choices ?? Array.from({ length: scale + 1 }, (_, value) => value)
        card.innerHTML = `<b></b><p>${labels.map(label => `<button>${label}</button>`).join('')}</p>`
        card.firstChild.textContent = question
      }
      card.onclick = ({ target }) => target.tagName === 'BUTTON' && show(1)
      show(0)
      document.body.append(host)
    })
}

const inline = (run, ...args) => `<script>(${run})(${args.map(arg => JSON.stringify(arg)).join()})</script>`

const earshotTag = api =>
  `<script async crossorigin src="${api}/static/earshot.js" data-api-key="${API_KEY}" data-api-host="${api}" data-config='${JSON.stringify(CONFIG)}'></script>`

/** The inline script of `docs/early-request.md`. */
const earshotStart = api =>
  `<script data-api-key="${API_KEY}" data-api-host="${api}">${readFileSync(join(earshotFolder, 'start.js'), 'utf8')}</script>`

/**
 * Name -> subject.
 *
 * - `files`: name -> function that returns the contents, given the URL of the API.
 * - `html`: what the page's head has.
 * - `rating`: selector of the elements, one of which has the text or value of a rating.
 * - `global`: name of the client; absent when the subject captures no events.
 */
export const SUBJECTS = {
  empty: { title: 'empty page', files: {}, html: () => '' },
  earshot: {
    title: 'Earshot',
    files: scriptsIn(earshotFolder),
    html: earshotTag,
    rating: 'input[type=radio]',
    global: 'earshot',
  },
  earshotInline: {
    title: 'Earshot with the inline start',
    files: scriptsIn(earshotFolder),
    html: api => earshotStart(api) + earshotTag(api),
    rating: 'input[type=radio]',
  },
  posthog: {
    title: 'posthog-js',
    files: scriptsIn(posthogFolder),
    html: api =>
      inline(loadPosthog, `${api}/static/array.js`, API_KEY, {
        api_host: api,
        defaults: '2025-05-24',
        person_profiles: 'identified_only',
        ...CONFIG,
      }),
    rating: '.ratings-number',
    global: 'posthog',
  },
  formbricks: {
    title: 'Formbricks',
    files: {
      // 1.6.5 is the last release on npm that has the client itself. It loads its UI from a CDN, here from the same server.
      'formbricks.js': api =>
        readFileSync(require.resolve('@formbricks/js'), 'utf8').replace(
          /https:\/\/[\w.]+\/@formbricks\/surveys@[^"'`]*/,
          `${api}/static/formbricks-surveys.js`,
        ),
      'formbricks-surveys.js': () => readFileSync(require.resolve('@formbricks/surveys')),
    },
    html: api => inline(loadFormbricks, `${api}/static/formbricks.js`, api),
    rating: 'label',
  },
  byHand: {
    title: 'page by hand',
    files: { 'by-hand.js': api => `(${showByHand})(${JSON.stringify(api)}, "${API_KEY}")` },
    html: api => `<script async crossorigin src="${api}/static/by-hand.js"></script>`,
    rating: 'button',
  },
}
