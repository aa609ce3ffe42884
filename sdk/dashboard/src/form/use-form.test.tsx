// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showEnglish } from '../../test/show-english.ts'
import { ApiError } from '../api/api-error.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Form } from './form.tsx'
import { useForm } from './use-form.ts'

interface Draft {
  readonly name: string
  readonly port: string
  readonly enabled: boolean
  readonly tags: readonly string[]
}
const empty: Draft = { name: '', port: '', enabled: false, tags: [] }

let submit: (draft: Draft) => Promise<unknown>
let submitted: { readonly draft: Draft; readonly wasDirty: string | null }[]

function Example({ values = empty, withPort = true }: { values?: Draft; withPort?: boolean }) {
  const form = useForm({
    values,
    validate: ({ name }) => ({ name: name ? undefined : 'Enter a name' }),
    submit: (draft) => submit(draft),
    onSubmitted: (_, draft) => void submitted.push({ draft, wasDirty: screen.getByTestId('state').textContent }),
  })
  return (
    <Form form={form}>
      <Field label="Name" error={form.error('name')}>
        <Input {...form.register('name')} />
      </Field>
      {withPort && (
        <Field label="Port" error={form.error('config.port', 'port')}>
          <Input value={form.draft.port} onChange={({ target }) => form.set({ port: target.value })} />
        </Field>
      )}
      <Checkbox {...form.register('enabled')} label="Enabled" />
      <button type="button" onClick={() => form.set({ tags: [...form.draft.tags, 'new'] })}>
        Add tag
      </button>
      <p data-testid="tags">{form.draft.tags.join(' ')}</p>
      <p>{form.error('tags')}</p>
      <button type="button" onClick={() => form.fail(invalid({ field: 'name', rule: 'was not accepted by the test' }))}>
        Fail
      </button>
      <button type="button" onClick={() => form.fail(undefined)}>
        Succeed
      </button>
      <p data-testid="state">{form.isSubmitting ? 'submitting' : form.isDirty ? 'dirty' : 'clean'}</p>
      <button type="button" onClick={form.reset}>
        Discard
      </button>
      <button type="button" onClick={() => form.startOver({ ...empty, name: 'next' })}>
        Start over
      </button>
      <button type="submit">Save</button>
    </Form>
  )
}

const state = () => screen.getByTestId('state').textContent
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(input(label), { target: { value } })
const save = () => act(async () => void fireEvent.click(screen.getByText('Save')))
const invalid = (...details: { field: string; rule: string }[]) =>
  new ApiError(422, 'VALIDATION_ERROR', 'Validation failed', { details })

beforeEach(async () => {
  submitted = []
  submit = vi.fn(async () => 'saved')
  await showEnglish()
})
afterEach(cleanup)

it('validates from the first attempt to submit on, and focuses the first invalid field', async () => {
  render(<Example />)
  expect(screen.queryByText('Enter a name')).toBeNull()
  await save()
  expect(screen.getByText('Enter a name')).toBeTruthy()
  await vi.waitFor(() => expect(document.activeElement).toBe(input('Name')))
  expect(submit).not.toHaveBeenCalled()
  type('Name', 'web-1')
  expect(screen.queryByText('Enter a name')).toBeNull()
})

it('submits the draft, and is clean when onSubmitted runs', async () => {
  render(<Example />)
  type('Name', 'web-1')
  type('Port', '80')
  fireEvent.click(input('Enabled'))
  fireEvent.click(screen.getByText('Add tag'))
  expect([state(), screen.getByTestId('tags').textContent]).toEqual(['dirty', 'new'])
  await save()
  const draft = { name: 'web-1', port: '80', enabled: true, tags: ['new'] }
  expect(submit).toHaveBeenCalledExactlyOnceWith(draft)
  expect(submitted).toEqual([{ draft, wasDirty: 'clean' }])
})

it('is dirty only while the draft differs', () => {
  render(<Example />)
  type('Name', 'x')
  expect(state()).toBe('dirty')
  type('Name', '')
  expect(state()).toBe('clean')
  type('Port', 'x')
  fireEvent.click(screen.getByText('Discard'))
  expect([state(), input('Port').value]).toEqual(['clean', ''])
})

it('starts over with another draft, which is no change', async () => {
  render(<Example />)
  type('Name', 'web-1')
  await save()
  fireEvent.click(screen.getByText('Start over'))
  expect([state(), input('Name').value]).toEqual(['clean', 'next'])
})

it('shows errors of the server at their fields until these change', async () => {
  submit = async () => {
    throw invalid({ field: 'name', rule: 'is cursed' }, { field: 'config.port', rule: 'is closed' })
  }
  render(<Example />)
  type('Name', 'web-1')
  await save()
  expect([state(), submitted]).toEqual(['dirty', []])
  expect([screen.getByText('is cursed'), screen.getByText('is closed')].length).toBe(2)
  expect(screen.queryByRole('alert')).toBeNull()
  await vi.waitFor(() => expect(document.activeElement).toBe(input('Name')))
  type('Name', 'web-2')
  expect(screen.queryByText('is cursed')).toBeNull()
  expect(screen.getByText('is closed')).toBeTruthy()
  type('Port', '81')
  expect(screen.queryByText('is closed')).toBeNull()
})

it('shows the error of a list until the list changes', async () => {
  submit = async () => {
    throw invalid({ field: 'tags', rule: 'are too few' })
  }
  render(<Example values={{ ...empty, name: 'web-1', tags: ['a'] }} />)
  await save()
  type('Port', '1')
  expect(screen.getByText('are too few')).toBeTruthy()
  fireEvent.click(screen.getByText('Add tag'))
  expect(screen.queryByText('are too few')).toBeNull()
})

it('shows the error of another request with the draft', () => {
  render(<Example values={{ ...empty, name: 'web-1' }} />)
  fireEvent.click(screen.getByText('Fail'))
  expect(screen.getByText('was not accepted by the test')).toBeTruthy()
  fireEvent.click(screen.getByText('Succeed'))
  expect(screen.queryByText('was not accepted by the test')).toBeNull()
})

it.each([
  ['without a field', new ApiError(500, 'TEAPOT', 'no coffee'), 'no coffee'],
  ['of a field that is not shown', invalid({ field: 'config.port', rule: 'is closed' }), /is closed/],
])('shows an error %s at the end', async (_, error, text) => {
  submit = vi.fn(async () => {
    throw error
  })
  render(<Example withPort={false} />)
  type('Name', 'web-1')
  await save()
  expect(screen.getByRole('alert').textContent).toMatch(text)
  submit = async () => 'saved'
  await save()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(submitted).toHaveLength(1)
})

it('takes new values for the fields that the user has not changed', () => {
  const { rerender } = render(<Example values={{ ...empty, name: 'a', port: '1' }} />)
  type('Port', '2')
  rerender(<Example values={{ ...empty, name: 'b', port: '3' }} />)
  expect([input('Name').value, input('Port').value, state()]).toEqual(['b', '2', 'dirty'])
})

it('does not submit the form around a dialog', async () => {
  const outer = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
  // A dialog is a child of the form that opens it for React only; here it is one for the document too.
  render(
    <section onSubmit={outer}>
      <Example values={{ ...empty, name: 'a' }} />
    </section>,
  )
  await save()
  expect(submitted).toHaveLength(1)
  expect(outer).not.toHaveBeenCalled()
})
