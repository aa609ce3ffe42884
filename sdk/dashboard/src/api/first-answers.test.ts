// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const put = (answers: object) => {
  document.body.innerHTML = `<script type="application/json" id="svc-answers" data-time="5">${JSON.stringify(answers)}</script>`
}

// It reads the page once.
beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())
const fresh = async () => (await import('./first-answers.ts')).takeFirstAnswer

it('gives each answer once, and takes them out of the page', async () => {
  put({ '/api/a?limit=5': { data: [1] } })
  const take = await fresh()
  expect(take('/api/a')).toBeUndefined()
  expect(take('/api/a?limit=5')).toEqual({ data: [1] })
  expect(take('/api/a?limit=5')).toBeUndefined()
  expect(document.getElementById('svc-answers')).toBeNull()
})

it('gives none in a page without answers', async () => {
  document.body.innerHTML = ''
  const take = await fresh()
  expect(take('/api/a')).toBeUndefined()
})

it('gives none in a page that broke off', async () => {
  document.body.innerHTML = '<script type="application/json" id="svc-answers">{"/api/a":{"da</script>'
  const take = await fresh()
  expect(take('/api/a')).toBeUndefined()
})

it('gives none that are old', async () => {
  put({ '/api/a': { data: 1 } })
  const take = await fresh()
  vi.stubGlobal('performance', { now: () => 30_000, getEntriesByType: () => [] })
  expect(take('/api/a')).toBeUndefined()
})

it('gives none after something was changed', async () => {
  put({ '/api/a': { data: 1 } })
  const { dropFirstAnswers, takeFirstAnswer } = await import('./first-answers.ts')
  dropFirstAnswers()
  expect(takeFirstAnswer('/api/a')).toBeUndefined()
})
