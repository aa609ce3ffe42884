import { sentenceOf } from '@svc/kernel/testing'
import { expect, test } from 'vitest'
import { sampleDetail, sampleNow, samplePage, sampleServer } from '../../test/sample-page.ts'
import type { PublicPage } from '../status-schema.ts'
import { contentSecurityPolicy } from './document.ts'
import { historyPage, monthBeside } from './history-page.ts'
import { overviewDocument } from './html-routes.ts'
import { namesOf } from './incident-cards.ts'
import { ipQualityPage } from './ip-quality-page.ts'
import { languageOf, makeReader } from './reader.ts'
import { serverPage } from './server-page.ts'

const readerOf = (lang: string) => makeReader(languageOf({ query: { lang }, cookies: {}, headers: {} }), sentenceOf)
const reader = readerOf('en')
const options = {
  files: { early: '/page/status/early.js', main: '/page/status/main.js', styles: '/page/status/main.css' },
  now: sampleNow,
  origin: 'https://status.example.com',
}
const documentOf = (page: PublicPage, lang = 'en') => overviewDocument(readerOf(lang), page, options)

test('link previews have the logo, by its full address', () => {
  const withLogo = { ...samplePage, config: { ...samplePage.config, logo_url: '/api/status/logo?v=1' } }
  expect(documentOf(withLogo)).toContain(
    '<meta property="og:image" content="https://status.example.com/api/status/logo?v=1">',
  )
})

test('the overview has banner, incidents, maintenance, services, groups of servers and feeds', () => {
  const text = documentOf(samplePage)
  for (const part of [
    '1 active incident',
    '5 of 6 servers online · 1 of 2 services up',
    'Shop does not load',
    'Database upgrade',
    'Weekly updates',
    'Slow responses in Singapore',
    '<h3 class="group">Databases</h3>',
    'type="application/atom+xml"',
    'type="text/calendar"',
    '<meta name="robots" content="noindex">',
    'property="og:title" content="Example Cloud"',
    'https://status.example.com/status/badge.svg',
  ]) {
    expect(text).toContain(part)
  }
})

test('uptime says since when, if less than all of the days is known', () => {
  const since = (text: string) => [...text.matchAll(/class="since">([^<]*)</g)].map(([, words]) => words)
  const text = documentOf({ ...samplePage, servers: samplePage.servers.slice(0, 3) })
  expect(since(text)).toHaveLength(2)
  expect(since(text)[0]).toMatch(/^since .*2026/)
})

test('a page of a hundred servers stays small', () => {
  const servers = Array.from({ length: 100 }, (_, index) => sampleServer(`server-${index}`))
  expect(documentOf({ ...samplePage, servers }).length).toBeLessThan(250_000)
})

test('a page without servers, incidents and subscriptions says so', () => {
  const config = { ...samplePage.config, subscriptions: [], noindex: false, description: null, content_html: null }
  const text = documentOf({
    ...{ config, servers: [], services: [], maintenances: [], incidents: { active: [], recent: [], has_more: false } },
    summary: {
      ...{ title: 'x', state: 'unknown', servers: { total: 0, online: 0, in_maintenance: 0 } },
      ...{ services: { total: 0, up: 0, in_maintenance: 0 }, active_incidents: 0, ongoing_maintenances: 0 },
    },
  })
  expect(text).toContain('No servers are shown on this page.')
  expect(text).toContain('No incidents in the last 7 days.')
  expect(text).not.toContain('<form')
  expect(text).not.toContain('name="robots"')
})

test('the page speaks Chinese', () => {
  const text = documentOf(samplePage, 'zh')
  expect(text).toContain('<html lang="zh-Hans"')
  expect(text).toContain('1 个进行中的故障事件')
  expect(text).toContain('href="/status/history?lang=zh"')
})

test('no text of a page becomes markup or script', () => {
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
  const [incident] = samplePage.incidents.active
  const [window] = samplePage.maintenances
  const [service] = samplePage.services
  if (!incident || !window || !service) throw new Error('the sample has all of them')
  const texts = { region: evil, os: evil, group_name: evil, public_remark: evil, country_code: '"><' }
  const page: PublicPage = {
    ...samplePage,
    config: { ...samplePage.config, title: evil, description: evil, footer_text: evil, logo_url: evil },
    servers: [sampleServer(evil, texts)],
    services: [{ ...service, name: evil }],
    incidents: { active: [{ ...incident, title: evil }], recent: [], has_more: false },
    maintenances: [{ ...window, title: evil }],
  }
  const detail = { ...sampleDetail, name: evil, cpu_name: evil, ...texts }
  const range = { range: '24h', from: 0, to: 1, points: [] } as const
  for (const text of [
    documentOf(page),
    serverPage(reader, { config: page.config, server: detail, ...range }, false).text,
    historyPage(
      reader,
      { month: '2026-11', incidents: page.incidents.active, maintenances: page.maintenances, has_more: false },
      namesOf(page.servers),
      sampleNow,
    ).text,
  ]) {
    expect(text).toContain('&lt;script&gt;')
    expect(text).not.toMatch(/<script>|<img src=x/)
  }
})

test('servers carry the flag of their country as a picture', () => {
  const servers = [sampleServer('web', { country_code: 'DE' }), sampleServer('nowhere', { country_code: null })]
  expect(documentOf({ ...samplePage, servers }).match(/<img class="flag"[^>]*>/g)).toEqual([
    expect.stringMatching(/ src="\/assets\/flags-[\d.]+\/DE\.svg" alt="" /),
  ])
})

test('nothing on the page needs inline scripts or styles', () => {
  const text = documentOf({ ...samplePage, config: { ...samplePage.config, accent_color: '#336699' } })
  expect(text).not.toMatch(/\son\w+=|javascript:|\sstyle="/)
  expect(text.match(/<style>/g)).toHaveLength(1)
  const policy = contentSecurityPolicy('#336699')
  expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/]+={0,2}'$/)
  expect(policy).not.toContain('unsafe')
  expect(contentSecurityPolicy(null)).not.toContain('sha256')
})

test('months follow each other over years', () => {
  expect([monthBeside('2026-01', -1), monthBeside('2026-12', 1), monthBeside('2026-05', 1)]).toEqual([
    '2025-12',
    '2027-01',
    '2026-06',
  ])
})

test('reported values of the IP quality are written in the language of the reader', () => {
  const quality = { country: 'DE', ip_type: 'hosting', risk_score: 70, risk_level: 'high', checked_at: 'x' }
  const result = { service_id: 'video', region: null, latency_ms: null, checked_at: 'x' }
  const write = (language: string, status: string) => {
    const entries = [{ server_id: 'a', ip_quality: quality, unlock_results: [{ ...result, status }] }]
    const services = [{ id: 'video', key: 'video', name: 'Video', category: 'x', popularity: 1, is_builtin: true }]
    return ipQualityPage(readerOf(language), { entries, services }, new Map([['a', 'web']])).text
  }
  expect(write('zh', 'blocked')).toMatch(/机房.*70 · 高.*已屏蔽/s)
  expect(write('en', 'unlocked')).toMatch(/hosting.*70 · high.*available/s)
  const markOf = (status: string) => /<td><svg class="icon is-(\w+)"/.exec(write('en', status))?.[1]
  expect(['unlocked', 'restricted', 'blocked', 'failed', 'constructor'].map(markOf)).toEqual([
    'ok',
    'degraded',
    'down',
    'unknown',
    'unknown',
  ])
  // What a later agent reports.
  expect(write('zh', 'partly <b>')).toContain('partly &lt;b&gt;')
})
