import './app.css'
import { live, preferredLanguage, showLanguage } from '@svc/dashboard-sdk/host'
import { startTransition } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { Application, assemble } from './application.tsx'
import { makeBootStore } from './boot.ts'
import { fetchBootState } from './fetch-boot-state.ts'
import { NoServerPage } from './shell/no-server-page.tsx'
import { languages, textOwners } from './texts.ts'

/** Milliseconds that the first render waits for the code of its page: a placeholder would be shown for longer than that. */
const maxCodeWait = 400

/** The page is still being read while its scripts run. */
const pageRead = () =>
  new Promise<void>((resolve) => {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => resolve())
    else resolve()
  })

function makeRoot(): Root {
  const element = document.getElementById('root')
  if (!element) throw new Error('index.html has no #root')
  // React wraps recoverable errors in a generic one; report the cause.
  return createRoot(element, { onRecoverableError: (error) => reportError((error as Error).cause ?? error) })
}

async function show(root: Root) {
  const texts = showLanguage(preferredLanguage(languages), textOwners)
  try {
    const [boot] = await Promise.all([fetchBootState(texts), texts])
    if (boot.me) live.showFirstList()
    const store = makeBootStore(boot)
    const first = assemble(boot, store)
    await Promise.race([first.ready(), new Promise((resume) => setTimeout(resume, maxCodeWait))])
    // In short tasks: the whole page at once would hold up what the browser has to do meanwhile.
    startTransition(() => root.render(<Application store={store} first={first} />))
  } catch (error) {
    await texts.catch(() => undefined)
    root.render(<NoServerPage error={error} retry={() => show(root)} />)
  }
}

void pageRead().then(() => show(makeRoot()))
