// @vitest-environment happy-dom
import { type ReactNode, Suspense, startTransition, useId } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import type { Texts } from './dashboard.ts'
import { useT } from './i18n.ts'
import { PluginScope } from './plugin-scope.tsx'
import { loadTexts, showLanguage } from './texts.ts'

afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

/** Registers a plugin whose texts take a while to load. */
async function registerSlowTexts(plugin: string): Promise<void> {
  const texts = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return { default: { hello: `Hello from ${plugin}` } satisfies Texts }
  }
  await showLanguage('en', [{ plugin, labels: { en: {}, zh: {} }, locales: { en: texts, zh: texts } }])
}

function Greeting() {
  const t = useT()
  return <p id={useId()}>{t('hello')}</p>
}

/** Renders a page, then a component of the plugin on it. */
async function show(plugin: string, update: (render: () => void) => void) {
  const element = document.createElement('div')
  document.body.append(element)
  // React reports wrong hook usage here
  const consoleErrors = vi.spyOn(console, 'error')
  let waits = 0
  function Waiting() {
    waits++
    return null
  }
  const root = createRoot(element, { onRecoverableError: console.error })
  const page = (part: ReactNode) =>
    update(() => root.render(<Suspense fallback={<Waiting />}>{part ?? 'before'}</Suspense>))
  page(null)
  await expect.poll(() => element.textContent).toBe('before')
  page(
    <PluginScope plugin={plugin}>
      <Greeting />
    </PluginScope>,
  )
  await expect.poll(() => element.textContent).toBe(`Hello from ${plugin}`)
  return { consoleErrors: consoleErrors.mock.calls, waits }
}

it('resumes after suspending for texts', async () => {
  await registerSlowTexts('late')
  expect(await show('late', startTransition)).toMatchObject({ consoleErrors: [] })
})

it('does not suspend when the texts are loaded, not even in a synchronous update', async () => {
  await registerSlowTexts('prompt')
  await loadTexts('prompt')
  expect(await show('prompt', flushSync)).toEqual({ consoleErrors: [], waits: 0 })
})
