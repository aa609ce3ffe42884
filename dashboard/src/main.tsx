import './app.css'
import { preferredLanguage, showLanguage } from '@svc/dashboard-sdk/host'
import { createRoot } from 'react-dom/client'
import { Application } from './application.tsx'
import { readBoot } from './boot.ts'
import { makeBootStore } from './boot-store.ts'
import { dashboards } from './plugins.ts'
import { NoServerPage } from './shell/no-server-page.tsx'
import { shellTexts } from './shell/texts.ts'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
// what it recovered from comes wrapped in a sentence that says nothing
const root = createRoot(element, { onRecoverableError: (error) => reportError((error as Error).cause ?? error) })

async function start() {
  const texts = showLanguage(preferredLanguage(), [shellTexts, ...dashboards])
  try {
    const [boot] = await Promise.all([readBoot(), texts])
    root.render(<Application store={makeBootStore(boot)} />)
  } catch (failure) {
    await texts.catch(() => undefined)
    root.render(<NoServerPage failure={failure} retry={start} />)
  }
}

void start()
