// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { api } from './api/client.ts'
import { errorText } from './api/error-text.ts'
import { prefetchApi } from './api/query.ts'
import { sentenceOf, useCodedText } from './coded-text.ts'
import { translatorOf } from './i18n.ts'
import { type LanguageChoice, showLanguage, type TextOwner } from './texts.ts'

const en: LanguageChoice = { id: 'en', name: 'English', tag: 'en' }
const ja: LanguageChoice = { id: 'ja', name: '日本語', tag: 'ja', preview: 'preview' }

/** An owner whose texts load when they are needed. */
const owner = (id: string): TextOwner => ({
  id,
  global: {},
  others: {
    en: async () => ({ errors: { FULL: 'full', LATE: 'late' } }),
    ja: async () => ({ errors: { FULL: '満杯' } }),
  },
})

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

it('loads the texts of an error with it, whatever plugin they are of', async () => {
  await showLanguage(en, [owner('disks')])
  const body = { error: { code: 'FULL', message: 'english', details: { code: 'disks.FULL' } } }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status: 409 }))
  const error = await api('GET', '/api/disks').catch((thrown) => thrown)
  expect(errorText(error, translatorOf('notes'))).toBe('full')
})

it('loads the texts in the answer to a query that is made in advance', async () => {
  await showLanguage(en, [owner('disks'), owner('jobs'), owner('notes')])
  const data = [
    { id: 1, reason: null },
    { id: 2, reason: { code: 'disks.FULL', params: { job: { code: 'jobs.LATE' } } } },
  ]
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data })))
  await prefetchApi(new QueryClient(), { path: '/api/alerts' })
  expect((['disks.FULL', 'jobs.LATE', 'notes.FULL'] as const).map((code) => sentenceOf({ code }))).toEqual([
    'full',
    'late',
    undefined,
  ])
})

it('renders stored reasons, and those without a text of a language in preview in English', async () => {
  await showLanguage(ja, [owner('backups')])
  function Reasons() {
    const sentence = useCodedText()
    return (['backups.FULL', 'backups.LATE', 'backups.NONE'] as const).map((code) => (
      <p key={code}>{sentence({ code })}</p>
    ))
  }
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  root.render(
    <Suspense>
      <Reasons />
    </Suspense>,
  )
  const shown = () => [...element.querySelectorAll('p')].map((paragraph) => paragraph.textContent)
  await expect.poll(shown).toEqual(['満杯', 'late', 'backups.NONE'])
  expect(document.documentElement.lang).toBe('ja')
  root.unmount()
  await showLanguage(en, [])
})
