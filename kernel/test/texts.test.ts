import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ApiError,
  badRequest,
  conflict,
  definePlugin,
  invalid,
  invalidFields,
  text,
  unauthorized,
} from '@svc/plugin-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestKernel, type TestKernel } from '../src/testing.ts'
import { makeTexts } from '../src/texts.ts'

const locales = mkdtempSync(join(tmpdir(), 'svc-texts-'))
const write = (owner: string, language: string, texts: object) => {
  mkdirSync(join(locales, owner), { recursive: true })
  writeFileSync(join(locales, owner, `${language}.json`), JSON.stringify(texts))
}
afterAll(() => rmSync(locales, { recursive: true, force: true }))

describe('the renderer of texts', () => {
  const read: string[] = []
  const render = makeTexts((owner) => {
    read.push(owner)
    return join(locales, owner)
  })
  write('notes', 'en', {
    errors: { FULL: 'at most {{limit}}', SENT: 'sent {{at}}' },
    messages: { HELLO: 'hello, {{name}}' },
    pages: { FULL: 'not for the server' },
  })
  write('notes', 'zh', { errors: { FULL: '最多 {{limit}}' } })

  it('reads a file once, when it is needed', () => {
    expect(read).toEqual([])
    expect(render(text('notes.FULL', { limit: 5 }))).toBe('at most 5')
    expect(render(text('notes.HELLO', { name: 'you' }))).toBe('hello, you')
    expect(read).toEqual(['notes'])
  })

  it('falls back to English, then to the code', () => {
    expect(render(text('notes.FULL', { limit: 5 }), 'zh')).toBe('最多 5')
    expect(render(text('notes.HELLO', { name: 'you' }), 'zh')).toBe('hello, you')
    expect(render(text('notes.FULL', { limit: 5 }), 'xx')).toBe('at most 5')
    expect(render(text('notes.NONE', { a: 1 }))).toBe('notes.NONE {"a":1}')
    expect(render(text('nobody.NONE'))).toBe('nobody.NONE')
  })

  it('reads nothing outside of the folder', () => {
    writeFileSync(join(locales, 'secret.json'), JSON.stringify({ errors: { FULL: 'secret' } }))
    expect(render(text('notes.FULL', { limit: 5 }), '../secret')).toBe('at most 5')
  })

  it('writes instants in UTC', () => {
    expect(render(text('notes.SENT', { at: { at: 0 } }))).toBe('sent Jan 1, 1970, 00:00:00 UTC')
  })
})

describe('an error by code', () => {
  let kernel: TestKernel
  const errors: Record<string, () => ApiError> = {
    conflict: () => conflict('kernel.PLUGIN_REQUIRED', { id: 'x' }),
    domain: () => new ApiError(409, 'kernel.PLUGIN_REQUIRED', { id: 'x' }),
    details: () => new ApiError(409, 'kernel.PLUGIN_REQUIRED', { id: 'x' }, { details: { current: 1 } }),
    plain: () => badRequest('kernel.BODY_NOT_JSON'),
    field: () => invalid('name', 'kernel.MAX_LENGTH', { count: 3 }),
    fields: () =>
      invalidFields([
        { field: 'a', code: 'kernel.REQUIRED' },
        { field: 'b.0', code: 'kernel.INTEGER_RANGE', params: { min: 1, max: 2 } },
      ]),
    bare: unauthorized,
  }
  beforeAll(async () => {
    kernel = await createTestKernel({
      plugins: [
        definePlugin({
          id: 'notes',
          setup: ({ text: render }) => ({
            routes: async (app) => {
              app.get('/api/text', { config: { access: 'public' } }, () => ({
                data: ['en', 'zh'].map((language) => render(text('kernel.ADMIN_ONLY'), language)),
              }))
              app.get<{ Params: { name: string } }>('/api/:name', { config: { access: 'public' } }, async (request) => {
                throw errors[request.params.name]?.()
              })
            },
          }),
        }),
      ],
    })
  })
  afterAll(() => kernel.close())

  const required = { code: 'kernel.PLUGIN_REQUIRED', params: { id: 'x' } }
  it.each<[string, number, object]>([
    ['conflict', 409, { code: 'CONFLICT', message: 'Conflict: The server cannot run without x.', details: required }],
    ['domain', 409, { code: 'PLUGIN_REQUIRED', message: 'The server cannot run without x.', details: required }],
    [
      'details',
      409,
      { code: 'PLUGIN_REQUIRED', message: 'The server cannot run without x.', details: { ...required, current: 1 } },
    ],
    [
      'plain',
      400,
      {
        code: 'BAD_REQUEST',
        message: 'Bad request: the body is not valid JSON',
        details: { code: 'kernel.BODY_NOT_JSON' },
      },
    ],
    [
      'field',
      422,
      {
        code: 'VALIDATION_ERROR',
        message: 'Validation error: name must have at most 3 characters',
        details: [
          { field: 'name', rule: 'must have at most 3 characters', code: 'kernel.MAX_LENGTH', params: { count: 3 } },
        ],
      },
    ],
    [
      'fields',
      422,
      {
        code: 'VALIDATION_ERROR',
        message: 'Validation error: a is required; b.0 must be a whole number from 1 to 2',
        details: [
          { field: 'a', rule: 'is required', code: 'kernel.REQUIRED' },
          {
            field: 'b.0',
            rule: 'must be a whole number from 1 to 2',
            code: 'kernel.INTEGER_RANGE',
            params: { min: 1, max: 2 },
          },
        ],
      },
    ],
    ['bare', 401, { code: 'UNAUTHORIZED', message: 'Unauthorized' }],
  ])('%s is a response with its sentence, code and parameters', async (name, status, error) => {
    const response = await kernel.inject(`/api/${name}`)
    expect([response.statusCode, response.json()]).toEqual([status, { error }])
  })

  it('plugins render texts themselves', async () => {
    expect((await kernel.inject('/api/text')).json()).toEqual({ data: ['administrators only', '仅限管理员'] })
  })
})
