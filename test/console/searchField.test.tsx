// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/preact'
import { render as renderNow } from 'preact'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SearchField } from '../../src/console/ui/SearchField'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('SearchField', () => {
  it('keeps what is typed before its first effects have run', async () => {
    const container = document.body.appendChild(document.createElement('div'))
    const onValue = vi.fn()
    // Without `act`, effects run after the next frame, as in a browser.
    renderNow(<SearchField label="Search" value="" onValue={onValue} />, container)
    const field = container.querySelector('input')!
    fireEvent.input(field, { target: { value: 'ann' } })
    await vi.waitFor(() => expect(onValue.mock.calls).toEqual([['ann']]), 10_000)
    expect(field.value).toBe('ann')
    renderNow(null, container)
  })

  it('follows its value', () => {
    const field = (value: string) => <SearchField label="Search" value={value} onValue={() => {}} />
    const { getByLabelText, rerender } = render(field('ann'))
    rerender(field('bob'))
    expect((getByLabelText('Search') as HTMLInputElement).value).toBe('bob')
  })
})
