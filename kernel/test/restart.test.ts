import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { definePlugin, pluginAdministration, type Routes, service } from '@svc/plugin-sdk'
import { afterEach, expect, it } from 'vitest'
import WebSocket from 'ws'
import { createTestKernel, type TestKernel } from '../src/testing.ts'

const seen: string[] = []
const base = service<string>('base.base')
let release: (() => void) | undefined
const routesOf =
  (id: string): Routes =>
  async (app) => {
    app.get(`/api/${id}`, { config: { access: 'public' } }, () => ({ data: id }))
    app.get(`/api/${id}/ws`, { websocket: true, config: { access: 'public' } }, (socket) => socket.send(id))
    app.get(`/api/${id}/slow`, { config: { access: 'public' } }, async () => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return { data: 'slow' }
    })
  }
const named = (id: string, more: object = {}) =>
  definePlugin({
    id,
    ...more,
    setup: () => {
      seen.push(`setup ${id}`)
      return {
        ...(id === 'base' ? { provides: { base: '' } } : {}),
        ready: () => void seen.push(`ready ${id}`),
        close: () => void seen.push(`close ${id}`),
        routes: routesOf(id),
      } as never
    },
  })

let kernel: TestKernel
afterEach(() => kernel.close())

const start = async (config: object = {}) => {
  seen.length = 0
  const plugins = [named('top', { requires: { base } }), named('base', { provides: { base } })]
  kernel = await createTestKernel({ plugins, config, required: ['base'] })
}
const admin = () => kernel.service(pluginAdministration)
const restart = async () => {
  admin().restart()
  await kernel.settled()
}

it('starts in dependency order and closes in reverse', async () => {
  await start()
  await kernel.close()
  expect(seen).toEqual(['setup base', 'setup top', 'ready base', 'ready top', 'close top', 'close base'])
})

it('keeps its address and closes sockets with 1012', async () => {
  await start()
  const url = await kernel.listen()
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/top/ws`)
  await new Promise((resolve) => socket.once('message', resolve))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await restart()
  expect(await closed).toBe(1012)
  expect(await (await fetch(`${url}/api/top`)).json()).toEqual({ data: 'top' })
})

it('does not load a disabled plugin, and keeps its data', async () => {
  await start()
  expect(admin().setEnabled('top', false)).toMatchObject({ id: 'top', state: 'disabled' })
  seen.length = 0
  await restart()
  expect(seen).toEqual(['close top', 'close base', 'setup base', 'ready base'])
  expect((await kernel.inject('/api/top')).statusCode).toBe(404)
  admin().setEnabled('top', true)
  await restart()
  expect((await kernel.inject('/api/top')).statusCode).toBe(200)
})

it('rejects disabling a required plugin', async () => {
  await start()
  expect(() => admin().setEnabled('base', false)).toThrow('kernel.PLUGIN_REQUIRED')
  const locked = createTestKernel({
    plugins: [named('base', { provides: { base } })],
    required: ['base'],
    config: { plugins: { disabled: ['base'] } },
  })
  await expect(locked).rejects.toMatchObject({
    message: 'plugins.disabled names base, which the program cannot run without',
    exitCode: 78,
  })
})

it('finishes pending requests while it closes, and rejects new ones', async () => {
  await start()
  const { port } = new URL(await kernel.listen())
  let answers = ''
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('data', (chunk) => {
    answers += chunk
  })
  const ended = new Promise((resolve) => socket.once('close', resolve))
  const ask = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  ask('/api/top/slow')
  while (!release) await pause(5)
  const restarted = restart()
  await pause(100)
  ask('/api/top')
  await pause(50)
  release()
  await Promise.all([ended, restarted])
  expect(answers).toContain('{"data":"slow"}')
  expect(answers).toContain('503 Service Unavailable')
  expect(answers).toContain('"SHUTTING_DOWN"')
})
