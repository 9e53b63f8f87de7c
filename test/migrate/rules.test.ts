import { describe, expect, it } from 'vitest'
import { type MigratedFile, migrateFile } from '../../src/migrate/migrateFile'

const options = { version: '^1.0.0', scriptUrl: '/earshot.js' }

/** Migrates the text of a file. Throws for one that cannot be read. */
function migrated(text: string, path = 'file.ts'): MigratedFile {
  const result = migrateFile(path, text, options)
  if ('problem' in result) throw new Error(result.problem)
  return result
}
const textOf = (text: string, path?: string) => migrated(text, path).text
const topicsOf = (text: string, path?: string) => migrated(text, path).findings.map(({ topic }) => topic)

describe('migrateFile: modules', () => {
  it.each([
    ["import posthog from 'posthog-js'", "import posthog from 'earshot'"],
    ["import * as posthog from 'posthog-js'", "import * as posthog from 'earshot'"],
    ["import { posthog } from 'posthog-js/dist/module.js'", "import { posthog } from 'earshot'"],
    ["import p from 'posthog-js/dist/module.full.no-external'", "import p from 'earshot'"],
    ["import { usePostHog } from 'posthog-js/react/slim'", "import { usePostHog } from 'earshot/react'"],
    ["import { usePostHog } from '@posthog/react'", "import { usePostHog } from 'earshot/react'"],
    [
      "import { useThumbSurvey } from '@posthog/react/surveys'",
      "import { useThumbSurvey } from 'earshot/react'",
    ],
    ["const m = await import('posthog-js')", "const m = await import('earshot')"],
    ["export * from 'posthog-js'", "export * from 'earshot'"],
    ["import p = require('posthog-js')", "import p = require('earshot')"],
    ['require("posthog-js")', 'require("earshot")'],
    ["declare module 'posthog-js' { interface X {} }", "declare module 'earshot' { interface X {} }"],
    ["type P = typeof import('posthog-js')", "type P = typeof import('earshot')"],
    ["vi.mock(import('posthog-js'), () => ({}))", "vi.mock(import('earshot'), () => ({}))"],
    ["jest.unmock('posthog-js/react')", "jest.unmock('earshot/react')"],
  ])('rewrites %s', (before, after) => expect(textOf(before)).toBe(after))

  it.each([
    "import { PostHog } from 'posthog-node'",
    "import posthog from 'posthog-js-lite'",
    "const text = 'posthog-js'",
    "import { posthog } from './posthog-js'",
    "analytics.track('posthog-js')",
  ])('leaves %s', text => expect(textOf(text)).toBe(text))

  it.each(['posthog-js', '^posthog-js$', 'node_modules/posthog-js/dist', '@posthog/react'])(
    'reports a text that may name the package: %s',
    text => expect(topicsOf(`export default { include: ['${text}'] }`)).toEqual([text]),
  )

  it('reads decorators of Angular, types of Flow and await outside of a function', () => {
    const angular = (module: string) =>
      `import posthog from '${module}'\n@Injectable()\nclass A { constructor(@Inject(B) private b: B) {} @Input() c = 1 }`
    expect(textOf(angular('posthog-js'))).toBe(angular('earshot'))
    const flow = (module: string) =>
      `// @flow\nimport type { T } from './t'\nconst p: T = await import('${module}')`
    expect(textOf(flow('posthog-js'), 'a.js')).toBe(flow('earshot'))
  })

  it('reports the snippet in a text', () => {
    const html = 'window.posthog; p.src = h + "/static/array.js"'
    expect(topicsOf(`<Script dangerouslySetInnerHTML={{ __html: \`${html}\` }} />`, 'app.tsx')).toEqual([
      '/static/array.js',
    ])
  })

  it.each(['__mocks__/posthog-js.ts', 'src/__mocks__/posthog-js/react.tsx', '__mocks__/@posthog/react.js'])(
    'reports the manual mock %s, whose name is that of the package',
    path => {
      expect(topicsOf('export default { capture: jest.fn() }', path)).toEqual(['__mocks__'])
      expect(topicsOf('export const posthog = {}', path)).toEqual(['__mocks__'])
    },
  )

  it('reports additions to the types of the package', () => {
    expect(topicsOf("declare module 'posthog-js' { interface PostHogConfig { own: 1 } }")).toEqual([
      'posthog-js',
    ])
  })

  it('reports a file inside posthog-js', () => {
    expect(topicsOf("import { x } from 'posthog-js/lib/src/utils'")).toEqual(['posthog-js/lib/src/utils'])
  })
})

describe('migrateFile: types', () => {
  it('keeps an alias, and uses one where the new name is taken', () => {
    expect(textOf("import type { PostHog as Client } from 'posthog-js'\nlet c: Client")).toBe(
      "import type { EarshotClient as Client } from 'earshot'\nlet c: Client",
    )
    expect(
      textOf("import type { PostHogConfig } from 'posthog-js'\nclass Config {}\nlet c: PostHogConfig"),
    ).toBe("import type { Config as PostHogConfig } from 'earshot'\nclass Config {}\nlet c: PostHogConfig")
  })

  it('renames types alone, not values and members of that name', () => {
    expect(
      textOf("import { type PostHog } from 'posthog-js'\nconst x: { PostHog: PostHog } = make('PostHog')"),
    ).toBe(
      "import { type EarshotClient } from 'earshot'\nconst x: { PostHog: EarshotClient } = make('PostHog')",
    )
  })

  it('keeps the names of re-exports', () => {
    expect(textOf("import type { PostHog } from 'posthog-js'\nexport type { PostHog }")).toBe(
      "import type { EarshotClient } from 'earshot'\nexport type { EarshotClient as PostHog }",
    )
  })

  it('reports names without a counterpart, and the class as a value', () => {
    expect(
      topicsOf("import { type SessionRecordingOptions, PostHog } from 'posthog-js'\nnew PostHog()"),
    ).toEqual(['SessionRecordingOptions', 'PostHog'])
  })

  it('keeps an enum that is used as a whole', () => {
    expect(textOf("import { SurveyType } from 'posthog-js'\nuse(SurveyType, SurveyType.API)")).toBe(
      "import { SurveyType } from 'earshot'\nuse(SurveyType, 'api')",
    )
  })
})

describe('migrateFile: settings', () => {
  const init = (settings: string) => `import posthog from 'posthog-js'\nposthog.init('phc', ${settings})`
  const settingsOf = (settings: string) =>
    textOf(init(settings))
      .replace(/^.*\n.*?'phc', /, '')
      .replace(/\)$/, '')

  it.each([
    [
      "{ api_host: 'h', capture_pageview: false, autocapture: false }",
      "{ api_host: 'h', capture_pageview: false }",
    ],
    [
      "{ autocapture: false, api_host: 'h', capture_pageview: false }",
      "{ api_host: 'h', capture_pageview: false }",
    ],
    ["{ defaults: '2026-01-30', ui_host: 'u', api_host: 'h' }", "{ api_host: 'h' }"],
    ["{ api_host: 'h', defaults: 'unset' }", "{ capture_pageview: true, api_host: 'h' }"],
    ["{ defaults: '2026-01-30' }", "{ api_host: 'https://us.i.posthog.com' }"],
    ['{}', "{ api_host: 'https://us.i.posthog.com', capture_pageview: true }"],
    ['{ ...base, rageclick: true }', '{ ...base }'],
    ["{ 'verbose': true, ...base }", '{ debug: true, ...base }'],
    ['{ session_recording: { maskTextFn: t => t }, ...base }', '{ ...base }'],
    [
      '{ ...(isLive ? { rageclick: true, debug: true } : { verbose: true }) }',
      '{ ...(isLive ? { debug: true } : { debug: true }) }',
    ],
  ])('rewrites %s', (before, after) => expect(settingsOf(before)).toBe(after))

  it('keeps what is used by a setting alone, and says so', () => {
    const text = `import { mask } from './mask'\n${init('{ ...base, session_recording: { maskTextFn: mask } }')}`
    const { text: after, findings } = migrated(text)
    expect(after).toContain('{ ...base, session_recording: { maskTextFn: mask } }')
    expect(findings.map(({ advice }) => advice)).toEqual([
      expect.stringContaining('Remove it, and what is used'),
    ])
  })

  it('reports settings that come from another file', () => {
    expect(topicsOf(`import { config } from './config'\n${init('config')}`)).toEqual(['config'])
  })

  it.each([
    ['{ ...base, bootstrap: { featureFlags: {} } }', ['bootstrap']],
    ["{ ...base, cookieless_mode: 'on_reject', opt_out_capturing_by_default: true }", ['cookieless_mode']],
    ["{ ...base, cookieless_mode: 'always' }", []],
  ])('reports another meaning in %s', (settings, topics) => expect(topicsOf(init(settings))).toEqual(topics))

  it('finds settings of a provider, under another name too', () => {
    const text = (module: string, options: string) =>
      `import { PostHogProvider as PHProvider } from '${module}'\nconst p = <PHProvider apiKey="k" options={${options}} />`
    expect(textOf(text('posthog-js/react', "{ api_host: 'h', defaults: '2026-01-30' }"), 'app.tsx')).toBe(
      text('earshot/react', "{ api_host: 'h' }"),
    )
    expect(textOf(text('./own', '{ rageclick: true }'), 'app.tsx')).toBe(text('./own', '{ rageclick: true }'))
  })

  it('finds settings by their type, in a function and in set_config', () => {
    expect(
      textOf(
        "import type { PostHogConfig } from 'posthog-js'\nexport const settings = (): Partial<PostHogConfig> => ({ rageclick: true, debug: true })\nwindow.posthog.set_config({ autocapture: true })",
      ),
    ).toBe(
      "import type { Config } from 'earshot'\nexport const settings = (): Partial<Config> => ({ debug: true })\nwindow.posthog.set_config({})",
    )
  })
})

describe('migrateFile: members of the client', () => {
  it.each([
    ['a global', 'window.posthog.captureException(e)'],
    [
      'a hook',
      "import { usePostHog } from 'posthog-js/react'\nconst ph = usePostHog()\nph?.captureException(e)",
    ],
    ['require', "const ph = require('posthog-js').default\nph.captureException(e)"],
    ['an import on demand', "const { default: ph } = await import('posthog-js')\nph.captureException(e)"],
    ['then', "import('posthog-js').then(({ default: ph }) => ph.captureException(e))"],
    ['the module in then', "import('posthog-js').then(m => m.default.captureException(e))"],
    [
      'a hook of another name',
      "import { usePostHog as use } from 'posthog-js/react'\nuse().captureException(e)",
    ],
    ['a namespace', "import * as ph from 'posthog-js'\nph.default.captureException(e)"],
    [
      'a type',
      "import type { PostHog } from 'posthog-js'\nconst f = (ph: PostHog) => ph.captureException(e)",
    ],
    ['loaded', "import p from 'posthog-js'\np.init('k', { ...b, loaded(ph) { ph.captureException(e) } })"],
    ['an assertion', '(window as any).posthog!.captureException(e)'],
  ])('finds a missing one through %s', (_, text) => expect(topicsOf(text)).toEqual(['captureException']))

  it('leaves the client of another package alone', () => {
    expect(
      topicsOf(
        "import { PostHog } from 'posthog-node'\nconst posthog = new PostHog('k')\nposthog.captureException(e)",
      ),
    ).toEqual([])
  })
})

describe('migrateFile: the snippet', () => {
  const LOADER =
    '!function(t,e){var p;e.__SV||(window.posthog=e,e.init=function(i,s){(p=t.createElement("script")).src=s.api_host+"/static/array.js"},e.__SV=1)}(document,window.posthog||[]);'
  const INIT = "posthog.init('k', { api_host: 'h', capture_pageview: false })"

  it('becomes a queue and a tag where it stands alone in a page', () => {
    const html = textOf(`<script>\n  ${LOADER}\n  ${INIT}\n</script>`, 'index.html')
    expect(html).not.toContain('array.js')
    expect(html).toMatch(
      /^<script>\n {2}!function\(w\).*\n( {2}.*\n)+<\/script>\n<script async crossorigin src=/,
    )
    expect(html).toContain(INIT)
  })

  it.each([' nonce="{{ nonce }}"', ' is:inline', ''])('gives its%s to the tag', attributes => {
    const html = textOf(`<script${attributes}>${LOADER}${INIT}</script>`, 'page.html')
    expect(html).toContain(`data-global="posthog"${attributes}></script>`)
  })

  it.each([
    ['a condition', 'index.html', `<script>if (isLive) { ${LOADER} ${INIT} }</script>`],
    ['a function', 'index.html', `<script>(function () { ${LOADER} ${INIT} })()</script>`],
    ['a script', 'analytics.js', `export function load() { ${LOADER} ${INIT} }`],
  ])('gets another URL inside %s', (_, path, text) => {
    const { text: after, findings } = migrated(text, path)
    expect(after).toBe(text.replace('s.api_host+"/static/array.js"', '"/earshot.js?global=posthog"'))
    expect(findings.map(({ topic }) => topic)).toEqual(['/earshot.js'])
  })

  it('gets another URL in a loader of the site', () => {
    const load = (url: string) => `script.src = ${url}\nwindow.posthog._i.push(['k', {}])`
    expect(textOf(load('`$' + '{host}/static/array.js`'))).toBe(load("'/earshot.js?global=posthog'"))
  })
})

describe('migrateFile: package.json', () => {
  it.each([
    ['{"dependencies":{"posthog-js":"1"}}', '{"dependencies":{"earshot":"^1.0.0"}}'],
    ['{"dependencies":{"@posthog/react":"1","posthog-js":"1"}}', '{"dependencies":{"earshot":"^1.0.0"}}'],
    ['{"dependencies":{"posthog-js":"1","earshot":"2"}}', '{"dependencies":{"earshot":"2"}}'],
    ['{"dependencies":{"earshot":"2","posthog-js":"1"}}', '{"dependencies":{"earshot":"2"}}'],
    [
      '{"dependencies":{"posthog-js":"1","@posthog/react":"1","earshot":"2"}}',
      '{"dependencies":{"earshot":"2"}}',
    ],
    [
      '{"dependencies":{"a":"1","posthog-js":"1","@posthog/react":"1"}}',
      '{"dependencies":{"a":"1","earshot":"^1.0.0"}}',
    ],
    ['{"scripts":{"posthog-js":"x"}}', '{"scripts":{"posthog-js":"x"}}'],
  ])('rewrites %s', (before, after) => expect(textOf(before, 'package.json')).toBe(after))

  it('reports other packages of PostHog, and the name in other sections', () => {
    const text =
      '{"dependencies":{"posthog-node":"5","@posthog/nextjs-config":"1"},"jest":{"moduleNameMapper":{"^posthog-js$":"x"}}}'
    expect(topicsOf(text, 'package.json')).toEqual(['@posthog/nextjs-config', '^posthog-js$'])
  })
})
