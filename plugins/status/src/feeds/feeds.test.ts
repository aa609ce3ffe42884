import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, noon, type World } from '../../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())

const hostile = '<script>alert(1)</script> ]]> & "x" \' ü'
const read = async (path: string) => {
  const response = await world.read(path)
  expect([path, response.statusCode]).toEqual([path, 200])
  return response
}
/** Markup without the content of its CDATA sections. */
const outline = (xml: string) => xml.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '')

describe('feeds', () => {
  it.each([
    ['/status/feed.atom', 'application/atom+xml; charset=utf-8', '<entry>'],
    ['/status/feed.rss', 'application/rss+xml; charset=utf-8', '<item>'],
  ])('%s has public incidents and windows, and no markup of their texts', async (path, type, item) => {
    await world.publish({ title: hostile, description: hostile, public_url: 'https://status.example.com' })
    await world.incident({ title: 'Secret' })
    const { id } = await world.incident({ title: hostile, is_public: true, message: `**bold** ${hostile}` })
    await world.maintenance({ title: hostile, is_public: true, description: hostile })
    const { headers, body } = await read(path)
    expect(headers).toMatchObject({ 'content-type': type, 'cross-origin-resource-policy': 'cross-origin' })
    expect(headers.etag).toMatch(/^W\/"/)
    expect(body.split(item)).toHaveLength(3)
    expect(body).toContain(`https://status.example.com/status#incident-${id}`)
    expect(body).toMatch(/<strong>bold<\/strong>|&lt;strong&gt;bold/)
    expect(outline(body)).not.toContain('<script')
    expect(body).not.toContain('Secret')
    // A reader takes content for HTML, and titles for text.
    const contents = [...body.matchAll(/<content(?: type="html"|:encoded)>([\s\S]*?)<\/content/g)].map(
      ([, html]) => html,
    )
    expect(contents).toHaveLength(2)
    expect(contents.join('')).not.toContain('<script')
  })

  it('use the address of the request without a configured one', async () => {
    await world.publish()
    await world.incident({ is_public: true })
    expect((await world.read('/status/feed.atom', { host: 'mine.example:8443' })).body).toContain(
      '<link rel="alternate" href="http://mine.example:8443/status"/>',
    )
    expect((await world.read('/status/feed.atom', { host: 'evil"><script>' })).body).not.toContain('<script>')
  })

  it('name the status in the language of the reader', async () => {
    await world.publish()
    await world.incident({ is_public: true, title: 'X' })
    expect((await read('/status/feed.atom?lang=zh')).body).toContain('调查中: X')
    expect((await world.read('/status/feed.atom?lang=<b>')).statusCode).toBe(400)
  })
})

describe('the calendar', () => {
  it('has every public occurrence with its own times', async () => {
    await world.publish()
    await world.maintenance({ title: 'Secret' })
    await world.maintenance({ title: `Once;${hostile}`, description: 'a\nATTACH:x', is_public: true })
    await world
      .maintenance({
        ...{ title: 'Weekly', is_public: true, recurrence: 'FREQ=WEEKLY', timezone: 'Europe/Berlin' },
        ...{ start_at: '2026-10-18T00:30:00Z', end_at: '2026-10-18T01:30:00Z' },
      })
      .catch(() => {})
    const { headers, body } = await read('/status/calendar.ics')
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(body).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/)
    expect(body).toContain('DTSTART:20260501T130000Z')
    expect(body).toContain('DTSTART:20261018T003000Z')
    expect(body).toContain('DTSTART:20261101T013000Z')
    expect(body.match(/^BEGIN:VEVENT\r$/gm)?.length).toBe(body.match(/^END:VEVENT\r$/gm)?.length)
    expect(body).not.toMatch(/^ATTACH/m)
    expect(body).not.toContain('Secret')
  })

  it('shows when a window ended early', async () => {
    await world.publish()
    const { id } = await world.maintenance({ start_at: world.minutes(0), is_public: true })
    world.kernel.clock.set(noon + 10 * 60_000)
    await world.call('POST', `/api/maintenances/${id}/end`)
    expect((await read('/status/calendar.ics')).body).toContain('DTEND:20260501T121000Z')
    await world.publish({ show_maintenance: false })
    expect((await world.read('/status/calendar.ics')).statusCode).toBe(404)
  })
})

describe('badges and the frame', () => {
  it('show the overall state, in the language of the reader', async () => {
    await world.publish({ title: hostile })
    const { id } = await world.connected('web')
    const badge = await read('/status/badge.svg')
    expect(badge.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=5',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(badge.body).toContain('&lt;script&gt;alert(1)')
    expect(badge.body).not.toContain('<script')
    expect(badge.body).toContain('>Operational</text>')
    expect((await read('/status/badge.svg?lang=zh')).body).toContain('>运行正常</text>')
    for (const name of [id, `${id}.svg`])
      expect((await read(`/status/badge/${name}`)).body).toContain('aria-label="web: Operational"')
    await world.maintenance({ start_at: world.minutes(0) })
    expect((await read(`/status/badge/${id}.svg`)).body).toContain('aria-label="web: Maintenance"')
    await world.call('PUT', `/api/servers/${id}`, { hidden: true })
    expect((await world.read(`/status/badge/${id}.svg`)).statusCode).toBe(404)
  })

  it('only the frame may be framed, and runs no script', async () => {
    await world.publish({ title: hostile })
    await world.connected('web')
    const { headers, body } = await read('/status/embed')
    expect(headers['x-frame-options']).toBeUndefined()
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; base-uri 'none'; style-src 'unsafe-inline'; frame-ancestors *",
    )
    expect(body).toContain('1 of 1 servers online')
    expect(body).not.toContain('<script')
    const { headers: others } = await read('/status/badge.svg')
    expect(others['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(others['x-frame-options']).toBe('DENY')
  })

  it('do not exist while the page is switched off', async () => {
    const id = await world.server('a')
    for (const path of ['feed.atom', 'feed.rss', 'calendar.ics', 'badge.svg', `badge/${id}.svg`, 'embed']) {
      expect([path, (await world.read(`/status/${path}`)).statusCode]).toEqual([path, 404])
    }
  })
})
