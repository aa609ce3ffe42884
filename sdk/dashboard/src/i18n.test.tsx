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

/** A plugin whose texts come some time after they are asked for. */
async function speaker(plugin: string): Promise<void> {
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

/** A page on which something is shown already, and then the part that speaks. */
async function show(plugin: string, update: (render: () => void) => void) {
  const element = document.createElement('div')
  document.body.append(element)
  // React says there what is wrong with the use of its hooks
  const complaints = vi.spyOn(console, 'error')
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
  return { complaints: complaints.mock.calls, waits }
}

it('a part whose texts come while React waits for them goes on where it was', async () => {
  await speaker('late')
  expect(await show('late', startTransition)).toMatchObject({ complaints: [] })
})

it('a part whose texts are there does not wait, not even where React would have to show something else meanwhile', async () => {
  await speaker('prompt')
  await loadTexts('prompt')
  expect(await show('prompt', flushSync)).toEqual({ complaints: [], waits: 0 })
})
