import './app.css'
import { preferredLanguage, showLanguage } from '@svc/dashboard-sdk/host'
import { createRoot } from 'react-dom/client'
import { Application } from './application.tsx'
import { makeBootStore } from './boot.ts'
import { fetchBootState } from './fetch-boot-state.ts'
import { NoServerPage } from './shell/no-server-page.tsx'
import { languages, textOwners } from './texts.ts'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
// React wraps recoverable errors in a generic one; report the cause.
const root = createRoot(element, { onRecoverableError: (error) => reportError((error as Error).cause ?? error) })

async function start() {
  const texts = showLanguage(preferredLanguage(languages), textOwners)
  try {
    const [boot] = await Promise.all([fetchBootState(texts), texts])
    root.render(<Application store={makeBootStore(boot)} />)
  } catch (error) {
    await texts.catch(() => undefined)
    root.render(<NoServerPage error={error} retry={start} />)
  }
}

void start()
