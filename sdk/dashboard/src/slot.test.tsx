// @vitest-environment happy-dom
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { defineDashboard } from './dashboard.ts'
import { makeRegistry } from './registry.ts'
import { RegistryContext } from './registry-context.tsx'
import { fill, Slot, slot } from './slot.tsx'

interface Props {
  readonly server: { readonly name: string; readonly features: readonly string[] }
}
const badges = slot<Props>('servers.badges')
const component = (text: string) => async () => ({
  default: ({ server }: Props) => <li>{`${text} of ${server.name}`}</li>,
})

const docker = defineDashboard({
  plugin: 'docker',
  slots: [
    fill(badges, { id: 'always', order: 20, component: component('always') }),
    fill(badges, {
      id: 'containers',
      order: 10,
      when: ({ server }) => server.features.includes('docker'),
      component: component('containers'),
    }),
  ],
})

it('shows the contributions that have something to show for the props, in order', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('ul')))
  const show = (features: readonly string[]) =>
    flushSync(() =>
      root.render(
        <RegistryContext value={makeRegistry([docker], () => true)}>
          <Slot of={badges} server={{ name: 'web-1', features }} pending={null} />
        </RegistryContext>,
      ),
    )
  const shown = () => [...document.querySelectorAll('li')].map((item) => item.textContent)
  show([])
  await vi.waitFor(() => expect(shown()).toEqual(['always of web-1']))
  show(['docker'])
  await vi.waitFor(() => expect(shown()).toEqual(['containers of web-1', 'always of web-1']))
  root.unmount()
})

it('shows nothing while the code of a contribution loads, if asked to', () => {
  const never = defineDashboard({
    plugin: 'docker',
    slots: [fill(badges, { id: 'never', order: 10, component: () => new Promise<never>(() => {}) })],
  })
  const list = document.body.appendChild(document.createElement('ul'))
  const root = createRoot(list)
  flushSync(() =>
    root.render(
      <RegistryContext value={makeRegistry([never], () => true)}>
        <Slot of={badges} server={{ name: 'web-1', features: [] }} pending={null} />
      </RegistryContext>,
    ),
  )
  expect(list.innerHTML).toBe('')
  root.unmount()
})
