// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/preact'
import { afterEach, describe, expect, it } from 'vitest'
import { Table } from '../../src/console/ui/Table'

const columns = [
  { name: 'name', label: 'Name', isSortable: true, cell: (row: string) => <a href={`#${row}`}>{row}</a> },
  {
    name: 'actions',
    label: 'Actions',
    cell: (row: string) => <button type="button">Actions for {row}</button>,
  },
]
const table = (rows: string[]) => <Table label="Rows" columns={columns} rows={rows} rowKey={row => row} />

afterEach(cleanup)

describe('Table', () => {
  it.each([
    ['b', ['a', 'c', 'd'], 'c'],
    ['d', ['a', 'b', 'c'], 'c'],
    ['b', ['a'], 'a'],
    ['b', [], 'Name'],
  ])('keeps the focus when the row %s has it and the rows become %j', (focused, rows, expected) => {
    const { getByText, rerender } = render(table(['a', 'b', 'c', 'd']))
    getByText(`Actions for ${focused}`).focus()
    rerender(table(rows))
    expect(document.activeElement?.textContent).toBe(expected)
  })

  it('takes no focus that has left its rows', () => {
    const { getByText, rerender } = render(table(['a', 'b']))
    getByText('Actions for b').focus()
    const field = document.body.appendChild(document.createElement('input'))
    field.focus()
    rerender(table(['a']))
    expect(document.activeElement).toBe(field)
  })
})
