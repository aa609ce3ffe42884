import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import { browserProgram } from './browser.ts'
import { ownMark, settling, type Task, type TraceEvent, taskCategories, tasksIn } from './trace.ts'

/** What somebody sees who opens a page: milliseconds after the navigation began. */
export interface Visit {
  /** until an element showed */
  readonly shown: number
  /** until the first contentful paint */
  readonly painted: number
}

/** Somebody with an empty cache at first. */
export interface Visitor {
  visit(url: string): Promise<Visit>
  /** The tasks of the page's main thread while it opens. */
  tasksOfVisit(url: string): Promise<readonly Task[]>
  leave(): Promise<void>
}

/** Sends commands of the Chrome DevTools Protocol. */
async function connect(address: string) {
  const socket = new WebSocket(address, { perMessageDeflate: false, maxPayload: 1 << 30 })
  await once(socket, 'open')
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const events: TraceEvent[] = []
  let traced = Promise.withResolvers<void>()
  let sent = 0
  socket.on('message', (data) => {
    const { id, error, result, method, params } = JSON.parse(String(data))
    if (method === 'Tracing.dataCollected') events.push(...params.value)
    if (method === 'Tracing.tracingComplete') traced.resolve()
    const answer = waiting.get(id)
    waiting.delete(id)
    if (error) answer?.reject(new Error(error.message))
    else answer?.resolve(result)
  })
  const call = <Result>(method: string, params: object = {}, sessionId?: string): Promise<Result> => {
    const answer = Promise.withResolvers<unknown>()
    waiting.set(++sent, answer)
    socket.send(JSON.stringify({ id: sent, method, params, sessionId }))
    return answer.promise as Promise<Result>
  }
  return {
    call,
    /** What the browser traces during `act`. */
    async trace(categories: readonly string[], act: () => Promise<void>): Promise<readonly TraceEvent[]> {
      events.length = 0
      traced = Promise.withResolvers()
      const traceConfig = { includedCategories: categories, excludedCategories: ['*'] }
      await call('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
      await act()
      await call('Tracing.end')
      await traced.promise
      return [...events]
    },
    close: () => socket.close(),
  }
}

/** Runs in the page: notes the first frame in which an element shows. */
const watch = (selector: string) => `{
  const look = () => {
    if (document.querySelector(${JSON.stringify(selector)})?.checkVisibility()) window.shownAt = Date.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}`

const openMs = 30_000

/**
 * Chromium with pages that nobody debugs. Playwright has the browser report the requests of its pages with the line of code
 * that made each one; to find these lines, V8 parses all scripts again, 30 ms in the longest task of an opening page.
 */
export async function launchPlainBrowser() {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-browser-'))
  const flags = ['--headless', '--no-sandbox', '--no-first-run', '--remote-debugging-port=0']
  const browser = spawn(browserProgram(), [...flags, `--user-data-dir=${folder}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(browser, 'exit')
  const address = Promise.withResolvers<string>()
  let output = ''
  browser.stderr.on('data', (chunk) => {
    output += chunk
    const [found] = /ws:\/\/\S+/.exec(output) ?? []
    if (found) address.resolve(found)
  })
  void ended.then(() => address.reject(new Error(`the browser ended:\n${output.slice(-2000)}`)))
  const { call, trace, close } = await connect(await address.promise)

  /** Opens a page, waits until an element shows, and closes it again. */
  async function open(browserContextId: string, url: string, selector: string, stay = 0): Promise<Visit> {
    const { targetId } = await call<{ targetId: string }>('Target.createTarget', {
      ...{ url: 'about:blank', browserContextId, newWindow: true, width: 1440, height: 900 },
    })
    const { sessionId } = await call<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
    const evaluate = async (expression: string): Promise<unknown> =>
      (await call<{ result: { value: unknown } }>('Runtime.evaluate', { expression, returnByValue: true }, sessionId))
        .result.value
    await call('Page.enable', {}, sessionId)
    await call('Page.addScriptToEvaluateOnNewDocument', { source: watch(selector) }, sessionId)
    const began = Date.now()
    await call('Page.navigate', { url }, sessionId)
    let shownAt: unknown
    while (typeof shownAt !== 'number') {
      if (Date.now() - began > openMs) throw new Error(`${selector} did not show at ${url}`)
      await sleep(100)
      shownAt = await evaluate('window.shownAt')
    }
    await sleep(stay)
    await evaluate(`performance.mark('${ownMark}')`)
    const painted = await evaluate('performance.getEntriesByName("first-contentful-paint")[0]?.startTime')
    await call('Target.closeTarget', { targetId })
    return { shown: shownAt - began, painted: Number(painted) }
  }

  return {
    /** Somebody new, with the cookie of a session, who waits for an element on each page. */
    async visitor(origin: string, cookie: string, selector: string): Promise<Visitor> {
      const { browserContextId } = await call<{ browserContextId: string }>('Target.createBrowserContext')
      const [name, value] = cookie.split('=')
      await call('Storage.setCookies', { browserContextId, cookies: [{ name, value, url: origin }] })
      return {
        visit: (url) => open(browserContextId, url, selector),
        async tasksOfVisit(url) {
          const events = await trace(taskCategories, async () => {
            await sleep(settling)
            await open(browserContextId, url, selector, 2000)
          })
          return tasksIn(events)
        },
        leave: () => call('Target.disposeBrowserContext', { browserContextId }),
      }
    },
    async close() {
      close()
      browser.kill()
      await ended
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
