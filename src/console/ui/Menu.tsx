import type { TargetedToggleEvent } from 'preact'
import { useRef } from 'preact/hooks'
import { Icon, type IconName } from '../../editor/ui/Icon'

/** An entry of a menu: a button or a link. */
export interface MenuItem {
  label: string
  icon: IconName
  isDangerous?: boolean
  /** Opens an address, rather than calling `onSelect`. */
  href?: string
  onSelect?(): void
}

/** Pixels between the button and the menu, and between the menu and the edge of the window. */
const GAP = 4

/** A button that opens a menu. Arrow keys move, Escape and a click elsewhere close it. */
export function Menu({ id, label, items }: { id: string; label: string; items: readonly MenuItem[] }) {
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const entries = () => [...menu.current!.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const close = () => menu.current!.hidePopover()
  const onToggle = (event: TargetedToggleEvent<HTMLElement>) => {
    const isOpen = event.newState === 'open'
    button.current!.setAttribute('aria-expanded', String(isOpen))
    if (!isOpen) return
    place(menu.current!, button.current!)
    entries()[0]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries()
    const index = all.indexOf(document.activeElement as HTMLElement)
    const targets: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: all.length - 1,
    }
    const target = targets[event.key]
    if (event.key === 'Tab') close()
    if (target === undefined) return
    event.preventDefault()
    all.at(target % all.length)!.focus()
  }
  return (
    <div class="menu-anchor">
      <button
        ref={button}
        type="button"
        class="icon-button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded="false"
        popoverTarget={id}
      >
        <Icon name="more" />
      </button>
      <div
        ref={menu}
        id={id}
        class="menu"
        role="menu"
        aria-label={label}
        popover="auto"
        onToggle={onToggle}
        onKeyDown={onKeyDown}
      >
        {items.map(({ label, icon, isDangerous, href, onSelect }) => {
          const common = { role: 'menuitem', tabIndex: -1, class: isDangerous ? 'danger' : '' } as const
          return href === undefined ? (
            <button
              key={label}
              type="button"
              {...common}
              onClick={() => {
                close()
                onSelect?.()
              }}
            >
              <Icon name={icon} />
              {label}
            </button>
          ) : (
            <a key={label} href={href} {...common} onClick={close}>
              <Icon name={icon} />
              {label}
            </a>
          )
        })}
      </div>
    </div>
  )
}

/** Puts the menu under its button, or above it where there is no room. Anchors of CSS are not in all browsers yet. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const { top, bottom, left, right } = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = menu
  const isBelow = bottom + GAP + height + GAP <= innerHeight || top < height
  const start = getComputedStyle(button).direction === 'rtl' ? left : right - width
  menu.style.top = `${isBelow ? bottom + GAP : top - GAP - height}px`
  menu.style.left = `${Math.max(GAP, Math.min(start, innerWidth - width - GAP))}px`
}
