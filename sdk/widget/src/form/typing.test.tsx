// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFakeFleet, type FakeFleet } from '../testing.ts'
import { z } from '../z.ts'
import { ConfigForm } from './config-form.tsx'

const schema = z.object({
  greeting: z.string().default('Hello'),
  metric: z.metricPath().default('cpu'),
  most: z.number().default(4),
  note: z.string().optional(),
  level: z.literal([1, 2]),
  marks: z.array(z.union([z.number(), z.string()])).default([]),
})

let fleet: FakeFleet
let stored: Readonly<Record<string, unknown>> = {}
function Form() {
  const [value, setValue] = useState(stored)
  stored = value
  return <ConfigForm schema={schema} value={value} onChange={setValue} />
}
beforeEach(() => {
  stored = {}
  fleet = createFakeFleet()
  render(<Form />)
})
afterEach(() => {
  cleanup()
  fleet.close()
})

const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })

test('a text with a default can be emptied and is validated', () => {
  expect([field('Greeting').value, field('Metric').value]).toEqual(['Hello', 'cpu'])
  type('Greeting', '')
  type('Metric', '')
  expect([field('Greeting').value, field('Metric').value, stored]).toEqual(['', '', { greeting: '', metric: '' }])
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('metric path'),
  ])
  type('Metric', 'mem_used')
  expect([field('Metric').value, screen.queryByRole('alert')]).toEqual(['mem_used', null])
})

test('an emptied number shows its default again on blur', () => {
  type('Most', '')
  expect([field('Most').value, stored]).toEqual(['', {}])
  type('Most', '7')
  expect([field('Most').value, stored]).toEqual(['7', { most: 7 }])
  type('Most', '')
  fireEvent.blur(field('Most'))
  expect([field('Most').value, stored]).toEqual(['4', {}])
})

test('an emptied text without a default is removed', () => {
  type('Note', 'x')
  expect(stored).toEqual({ note: 'x' })
  type('Note', '')
  expect(stored).toEqual({})
})

test('removing an entry keeps the others', () => {
  for (const _ of [1, 2]) fireEvent.click(screen.getByRole('button', { name: /^\+/ }))
  type('1', '[1')
  fireEvent.blur(field('1'))
  type('2', '22')
  expect([stored, field('1').value, field('2').value]).toEqual([{ marks: ['[1', 22] }, '[1', '22'])
  fireEvent.blur(field('2'))
  fireEvent.click(screen.getByRole('button', { name: '× 1' }))
  expect([stored, field('1').value, screen.queryByLabelText('2')]).toEqual([{ marks: [22] }, '22', null])
})

test('a selected choice keeps its type', () => {
  expect(field('Level').value).toBe('')
  type('Level', '2')
  expect([field('Level').value, stored]).toEqual(['2', { level: 2 }])
})

test('a recursive schema renders a finite form', () => {
  cleanup()
  const node = z.object({
    name: z.string(),
    get child() {
      return node.optional()
    },
  })
  render(<ConfigForm schema={node} value={{ name: 'top' }} onChange={() => {}} />)
  expect(screen.getAllByLabelText('Name').length).toBe(6)
  expect(screen.getByLabelText('Child').tagName).toBe('TEXTAREA')
})

test('stores displayed empty values, but not undecided choices', () => {
  cleanup()
  const bare = z.object({
    server: z.serverId(),
    every: z.serverId().nullable(),
    count: z.number(),
    big: z.boolean(),
    title: z.string(),
    short: z.string().min(1),
    hosts: z.array(z.serverId()),
    limits: z.object({ warn: z.number().default(80) }),
    note: z.string().optional(),
    order: z.enum(['asc', 'desc']).default('asc'),
  })
  const changes: unknown[] = []
  const Bare = () => {
    const [value, setValue] = useState<Readonly<Record<string, unknown>>>({ title: 'kept' })
    const change = (next: Readonly<Record<string, unknown>>) => {
      changes.push(next)
      setValue(next)
    }
    return <ConfigForm schema={bare} value={value} onChange={change} />
  }
  render(<Bare />)
  expect(changes).toEqual([{ title: 'kept', every: null, big: false, hosts: [], limits: {} }])
})
