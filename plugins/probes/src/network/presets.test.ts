import { parseProbeTarget } from '@svc/probe-target'
import { describe, expect, it } from 'vitest'
import { presets } from './presets.ts'
import { regionalPresets } from './regional-presets.ts'

const presetOf = new Map(presets.map((preset) => [preset.id, preset]))

const codes = 'bj tj he sx nm ln jl hl sh js zj ah fj jx sd ha hb hn gd gx hi cq sc gz yn xz sn gs qh nx xj'.split(' ')

describe('presets', () => {
  it('match the contract', () => {
    const domestic = ['ct', 'cu', 'cm'].flatMap((carrier) => codes.map((code) => `cn-${code}-${carrier}`))
    expect(presets.map(({ id }) => id)).toEqual([...domestic, 'intl-cloudflare', 'intl-google', 'intl-aws-tokyo'])
    expect([presets.length, presetOf.size]).toEqual([96, 96])
  })

  it('have packs of every continent besides', () => {
    expect(new Set(regionalPresets.map(({ source }) => source))).toEqual(
      new Set(
        ['europe', 'north-america', 'south-america', 'asia', 'africa', 'oceania'].map((name) => `preset:${name}`),
      ),
    )
    expect(new Set([...presets, ...regionalPresets].map(({ id }) => id)).size).toBe(96 + regionalPresets.length)
  })

  it('have the name and location of their province and carrier', () => {
    expect(presetOf.get('cn-nm-cu')).toEqual({
      id: 'cn-nm-cu',
      name: 'Inner Mongolia Unicom',
      provider: 'Unicom',
      location: 'Inner Mongolia',
      target: 'nm-cu-v4.ip.zstaticcdn.com:80',
      probe_type: 'tcp',
      source: 'preset:china-unicom',
      source_name: '中国联通',
      created_at: null,
      updated_at: null,
    })
    expect(presetOf.get('intl-aws-tokyo')).toMatchObject({
      target: '13.112.63.251',
      probe_type: 'icmp',
      location: 'Tokyo',
      source: 'preset:international',
      source_name: '国际节点',
    })
  })

  it('are valid probe targets', () => {
    for (const { probe_type, target } of [...presets, ...regionalPresets])
      expect(parseProbeTarget(probe_type, target)).not.toHaveProperty('rule')
  })
})
