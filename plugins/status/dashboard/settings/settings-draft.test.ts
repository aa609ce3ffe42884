import type { StatusPage } from '@svc/plugin-status/contract'
import { describe, expect, it, test } from 'vitest'
import { draftErrors, toDraft, toInput } from './settings-draft.ts'

const page: StatusPage = {
  ...{ id: 'p', enabled: true, title: 'Status', description: null, content: 'Hello', all_servers: false },
  ...{ server_ids: ['b', 'a'], monitor_ids: ['m'], default_layout: 'list', show_server_detail: true },
  ...{ show_network: false, show_ip_quality: false, show_incidents: true, show_maintenance: false },
  ...{ uptime_yellow_threshold: 99.5, uptime_red_threshold: 95, noindex: true, accent_color: '#336699' },
  ...{ has_logo: true, public_url: 'https://status.example.com', allow_subscriptions: true, mail_from: null },
  ...{ created_at: '2026-05-01T00:00:00Z', updated_at: '2026-05-01T00:00:00Z' },
}
const draft = toDraft(page)

test('the configuration is edited and comes back as it was', () => {
  const { id: _, all_servers: __, has_logo: ___, created_at: ____, updated_at: _____, ...stored } = page
  expect(toInput(draft)).toEqual(stored)
})

test('the logo is sent only when it changes', () => {
  expect(toInput({ ...draft, logo: 'none' })).toMatchObject({ logo: null })
  expect(toInput({ ...draft, logo: 'data:image/png;base64,AA==' })).toMatchObject({
    logo: 'data:image/png;base64,AA==',
  })
})

test('all servers are an empty choice', () => expect(toInput({ ...draft, scope: 'all' }).server_ids).toBeNull())

describe('a draft', () => {
  it('without mistakes has no errors', () => expect(draftErrors(draft)).toEqual({}))
  it.each([
    [{ title: '' }, { title: 'settings.titleRequired' }],
    [{ yellow: '101' }, { yellow: 'settings.percentRange' }],
    [{ red: 'x' }, { red: 'settings.percentRange' }],
    [{ red: '99.9' }, { yellow: 'settings.thresholdOrder' }],
    [{ servers: [] }, { servers: 'maintenance.serversRequired' }],
    [{ accent: 'blue' }, { accent: 'settings.colorFormat' }],
  ])('with %o has errors', (change, errors) => expect(draftErrors({ ...draft, ...change })).toEqual(errors))
})
