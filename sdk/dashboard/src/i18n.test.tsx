// @vitest-environment happy-dom
import { type ReactNode, Suspense, startTransition, useId } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useT } from './i18n.ts'
import { store } from './local-storage.ts'
import { PluginScope } from './plugin-scope.tsx'
import { loadTexts, preferredLanguage, showLanguage, type Texts } from './texts.ts'

afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

/** Registers a plugin whose texts take a while to load. */
async function registerSlowTexts(plugin: string): Promise<void> {
  const texts = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return { hello: `Hello from ${plugin}` } satisfies Texts
  }
  await showLanguage({ id: 'en', name: 'English', tag: 'en' }, [{ id: plugin, global: {}, others: { en: texts } }])
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

describe('the first language', () => {
  const languages = [
    { id: 'en', name: 'English', tag: 'en' },
    { id: 'ja', name: '日本語', tag: 'ja', preview: 'preview' },
    { id: 'zh', name: '简体中文', tag: 'zh-Hans' },
  ]
  afterEach(() => store('language', undefined))

  it.each([
    [['zh-CN', 'en'], undefined, 'zh'],
    [['fr-FR', 'en-GB'], undefined, 'en'],
    [['fr'], undefined, 'en'],
    [['ja-JP', 'zh-TW'], undefined, 'zh'],
    [['zh-CN'], 'ja', 'ja'],
    [['zh-CN'], 'xx', 'zh'],
  ])('for a browser in %j that stored %s is %s', (wanted, choice, expected) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(wanted)
    if (choice) store('language', choice)
    expect(preferredLanguage(languages).id).toBe(expected)
  })
})
