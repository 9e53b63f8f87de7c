/** Puts a command of WebDriver to a browser, by whatever way it listens. Rejects with what the browser says went wrong. */
export type Send = (command: Command, params?: object) => Promise<unknown>

/** The commands that are used, as HTTP has them and as Marionette calls them. */
export const COMMANDS = {
  open: ['POST', 'url', 'Navigate'],
  back: ['POST', 'back', 'Back'],
  reload: ['POST', 'refresh', 'Refresh'],
  run: ['POST', 'execute/sync', 'ExecuteScript'],
  act: ['POST', 'actions', 'PerformActions'],
  resize: ['POST', 'window/rect', 'SetWindowRect'],
  picture: ['GET', 'screenshot', 'TakeScreenshot'],
  newTab: ['POST', 'window/new', 'NewWindow'],
  thisTab: ['GET', 'window', 'GetWindowHandle'],
  closeTab: ['DELETE', 'window', 'CloseWindow'],
  turnTo: ['POST', 'window', 'SwitchToWindow'],
} as const

/** A row of `COMMANDS`. */
export type Command = keyof typeof COMMANDS

/** A function that is taken to the page as text. */
export type InPage<A extends unknown[], R> = (survey: ShadowRoot | undefined, ...args: A) => R

/** A browser that is running. */
export interface Browser {
  open(url: string): Promise<void>
  back(): Promise<void>
  reload(): Promise<void>
  /** Runs a function in the page; it sees nothing but the inside of the open survey, if there is one, and its arguments. */
  run<A extends unknown[], R>(inPage: InPage<A, R>, ...args: A): Promise<R>
  /** A real click at the middle of what the function finds, as in `run`. Rejects when it finds nothing. */
  click<A extends unknown[]>(find: InPage<A, Element | null | undefined>, ...args: A): Promise<void>
  /** Presses keys one after the other: single characters, or a name of `KEYS`. */
  press(...keys: string[]): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** As PNG. */
  picture(): Promise<Buffer>
  /** Opens another tab and turns to it; the result closes it and turns back. */
  newTab(): Promise<() => Promise<void>>
  stop(): Promise<void>
}

/** Keys that are no character, as WebDriver writes them. */
const KEYS: Record<string, string> = {
  Tab: '\ue004',
  Enter: '\ue007',
  Escape: '\ue00c',
  Space: ' ',
  ArrowLeft: '\ue012',
  ArrowUp: '\ue013',
  ArrowRight: '\ue014',
  ArrowDown: '\ue015',
}

/** The inside of the survey that is a dialog; a tab at the edge is another element of ours. */
const SURVEY = `[...document.querySelectorAll('.earshot-survey')].map(host => host.shadowRoot)
  .find(root => root.querySelector('[role=dialog]'))`

/** @param stop Ends the browser and whatever it was started with. */
export function createBrowser(send: Send, stop: () => Promise<void>): Browser {
  const run: Browser['run'] = (inPage, ...args) =>
    send('run', { script: `return (${inPage})(${SURVEY}, ...arguments)`, args }) as never
  /** The middle of what a function finds, once it no longer moves: a click would miss a card that is rising. */
  async function placeAtRest(find: object, args: unknown[]) {
    for (let before = ''; ; ) {
      // After two frames, because a page that is slow may not have begun to move.
      const place = (await send('run', {
        script: `return new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() => {
          const found = (${find})(${SURVEY}, ...arguments)
          if (!found) return null
          found.scrollIntoView({ block: 'nearest' })
          const { left, top, width, height } = found.getBoundingClientRect()
          const moves = found.getRootNode().getAnimations().some(({ playState }) => playState === 'running')
          return { x: Math.round(left + width / 2), y: Math.round(top + height / 2), moves }
        })`,
        args,
      })) as { x: number; y: number; moves: boolean } | null
      if (!place) throw new Error(`Nothing to click: ${find} ${args.join(', ')}`)
      const { x, y, moves } = place
      if (!moves && before === `${x},${y}`) return { x, y }
      before = `${x},${y}`
    }
  }
  return {
    open: async url => void (await send('open', { url })),
    back: async () => void (await send('back')),
    reload: async () => void (await send('reload')),
    run,
    async click(find, ...args) {
      const place = await placeAtRest(find, args)
      await send('act', {
        actions: [
          {
            type: 'pointer',
            id: 'mouse',
            parameters: { pointerType: 'mouse' },
            actions: [
              { type: 'pointerMove', ...place, duration: 0, origin: 'viewport' },
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      })
    },
    async press(...keys) {
      const actions = keys.flatMap(key => {
        const value = KEYS[key] ?? key
        return [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]
      })
      await send('act', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    resize: async (width, height) => void (await send('resize', { x: 0, y: 0, width, height })),
    picture: async () => Buffer.from((await send('picture', { full: false })) as string, 'base64'),
    async newTab() {
      const before = await send('thisTab')
      const { handle } = (await send('newTab', { type: 'tab' })) as { handle: string }
      await send('turnTo', { handle })
      return async () => {
        await send('closeTab')
        await send('turnTo', { handle: before })
      }
    },
    stop,
  }
}
