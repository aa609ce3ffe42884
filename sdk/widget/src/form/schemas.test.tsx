// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { ConfigSchema } from '../define-widget.ts'
import { z } from '../z.ts'
import { ConfigForm } from './config-form.tsx'

afterEach(cleanup)

let stored: Readonly<Record<string, unknown>> = {}
function Form({ schema }: { schema: ConfigSchema }) {
  const [value, setValue] = useState(stored)
  stored = value
  return <ConfigForm schema={schema} value={value} onChange={setValue} />
}
const open = (schema: ConfigSchema) => {
  stored = {}
  render(<Form schema={schema} />)
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

const named = z.object({ name: z.string() })

test.each([
  ['an intersection', named.and(z.object({ size: z.string().optional() }))],
  ['a transformation', named.transform(({ name }) => ({ length: name.length }))],
  ['a default', named.default({ name: 'x' }).readonly()],
])('%s has fields', (_, schema) => {
  open(schema)
  type('Name', 'web')
  expect(stored).toEqual({ name: 'web' })
})

test('a union is edited as JSON and validated', () => {
  open(z.discriminatedUnion('kind', [named.extend({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]))
  type('Configuration (JSON)', '{"kind":"c"}')
  expect(screen.getByRole('alert').textContent).toContain('kind')
  type('Configuration (JSON)', '{"kind":"b"}')
  expect([stored, screen.queryByRole('alert')]).toEqual([{ kind: 'b' }, null])
  type('Configuration (JSON)', '{"kind":')
  expect(stored).toEqual({ kind: 'b' })
})
