// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { makeHoverOrFocus } from './use-hover-or-focus.ts'

afterEach(() => document.body.replaceChildren())

function listOf(...names: string[]) {
  const list = document.createElement('ul')
  const rows = names.map((name) => {
    const row = document.createElement('button')
    row.textContent = name
    list.append(row)
    return row
  })
  document.body.append(list)
  return { list, rows }
}

const mouse = (currentTarget: Element) => ({ pointerType: 'mouse', currentTarget }) as const

it('detects mouse and focus', () => {
  const { held, handlers } = makeHoverOrFocus()
  const { list, rows } = listOf('a', 'b')
  expect(held.current).toBe(false)
  handlers.onPointerEnter(mouse(list))
  expect(held.current).toBe(true)
  handlers.onPointerLeave()
  expect(held.current).toBe(false)
  rows[0]?.focus()
  handlers.onFocus({ currentTarget: list })
  expect(held.current).toBe(true)
  rows[0]?.blur()
  expect(held.current).toBe(false)
})

it('ignores touch', () => {
  const { held, handlers } = makeHoverOrFocus()
  handlers.onPointerEnter({ ...mouse(listOf('a').list), pointerType: 'touch' })
  expect(held.current).toBe(false)
})

it('ignores removed elements', () => {
  const { held, handlers } = makeHoverOrFocus()
  const { list, rows } = listOf('a', 'b')
  rows[1]?.focus()
  handlers.onFocus({ currentTarget: list })
  rows[1]?.remove()
  expect(held.current).toBe(false)
  handlers.onPointerEnter(mouse(list))
  list.remove()
  expect(held.current).toBe(false)
})
