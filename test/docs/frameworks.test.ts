// @vitest-environment happy-dom
import { mount, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp } from 'vue'
import { type DocsSite, openDocsSite } from './docsSite'

let site: DocsSite
let container: HTMLElement
beforeEach(async () => {
  site = await openDocsSite({ flags: { 'new-checkout': true } })
  container = document.body.appendChild(document.createElement('main'))
})
afterEach(async () => {
  await site.earshot.shutdown()
  vi.unstubAllGlobals()
  container.remove()
})

type Mount = (component: never) => (() => unknown) | Promise<() => unknown>
const mountVue: Mount = component => {
  const app = createApp(component)
  app.mount(container)
  return () => app.unmount()
}
const mountSvelte: Mount = component => {
  const mounted = mount(component as never, { target: container })
  return () => unmount(mounted)
}

describe.each([
  ['vue', 'Checkout.vue', mountVue],
  ['svelte', 'Checkout.svelte', mountSvelte],
])('docs/%s.md', (page, file, mountComponent) => {
  it('shows a flag once it is known, and each change of it', async () => {
    const { default: component } = await site.run(page, file)
    await mountComponent(component as never)
    expect(container.textContent?.trim()).toBe('')
    await expect.poll(() => container.querySelector('button')?.textContent).toBe('Order now')
    await site.service.state.setFlag('new-checkout', false)
    site.earshot.reloadFeatureFlags()
    await expect.poll(() => container.querySelector('a')?.textContent).toBe('Basket')
  })

  it('captures the click and the exposure', async () => {
    const { default: component } = await site.run(page, file)
    await mountComponent(component as never)
    await expect.poll(() => container.querySelector('button')).not.toBeNull()
    container.querySelector('button')!.click()
    await expect.poll(site.eventNames).toEqual(expect.arrayContaining(['ordered', '$feature_flag_called']))
  })

  it('ends its subscription with the component', async () => {
    const { default: component } = await site.run(page, file)
    const unmountComponent = await mountComponent(component as never)
    await expect.poll(() => container.querySelector('button')).not.toBeNull()
    await unmountComponent()
    const read = vi.spyOn(site.earshot, 'getFeatureFlag')
    site.earshot.updateFlags({ 'new-checkout': false })
    expect(read).not.toHaveBeenCalled()
  })
})
