import './app.css'
import { preferredLanguage, showLanguage } from '@svc/dashboard-sdk/host'
import { createRoot } from 'react-dom/client'
import { Application } from './application.js'
import { readBoot } from './boot.js'
import { makeBootStore } from './boot-store.js'
import { dashboards } from './plugins.js'
import { NoServerPage } from './shell/no-server-page.js'
import { shellTexts } from './shell/texts.js'

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
