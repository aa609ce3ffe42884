import type { NetworkTarget } from './network-schema.ts'

/** A preset target. Ids must never change: assignments refer to them. */
export type Preset = NetworkTarget & { readonly source: string }

/** Provinces by the code in their host names. */
const provinces = {
  bj: 'Beijing',
  tj: 'Tianjin',
  he: 'Hebei',
  sx: 'Shanxi',
  nm: 'Inner Mongolia',
  ln: 'Liaoning',
  jl: 'Jilin',
  hl: 'Heilongjiang',
  sh: 'Shanghai',
  js: 'Jiangsu',
  zj: 'Zhejiang',
  ah: 'Anhui',
  fj: 'Fujian',
  jx: 'Jiangxi',
  sd: 'Shandong',
  ha: 'Henan',
  hb: 'Hubei',
  hn: 'Hunan',
  gd: 'Guangdong',
  gx: 'Guangxi',
  hi: 'Hainan',
  cq: 'Chongqing',
  sc: 'Sichuan',
  gz: 'Guizhou',
  yn: 'Yunnan',
  xz: 'Tibet',
  sn: 'Shaanxi',
  gs: 'Gansu',
  qh: 'Qinghai',
  nx: 'Ningxia',
  xj: 'Xinjiang',
}

const carriers = [
  { group: 'china-telecom', name: '中国电信', provider: 'Telecom', suffix: 'ct' },
  { group: 'china-unicom', name: '中国联通', provider: 'Unicom', suffix: 'cu' },
  { group: 'china-mobile', name: '中国移动', provider: 'Mobile', suffix: 'cm' },
] as const

const international = [
  { id: 'intl-cloudflare', name: 'Cloudflare', provider: 'Cloudflare', location: 'US', target: '1.1.1.1' },
  { id: 'intl-google', name: 'Google DNS', provider: 'Google', location: 'US', target: '8.8.8.8' },
  { id: 'intl-aws-tokyo', name: 'AWS Tokyo', provider: 'AWS', location: 'Tokyo', target: '13.112.63.251' },
] as const

const noTimestamps = { created_at: null, updated_at: null } as const

/** By carrier and province, then the international ones. */
export const presets: readonly Preset[] = [
  ...carriers.flatMap(({ group, name, provider, suffix }) =>
    Object.entries(provinces).map(
      ([code, province]): Preset => ({
        id: `cn-${code}-${suffix}`,
        name: `${province} ${provider}`,
        provider,
        location: province,
        target: `${code}-${suffix}-v4.ip.zstaticcdn.com:80`,
        probe_type: 'tcp',
        source: `preset:${group}`,
        source_name: name,
        ...noTimestamps,
      }),
    ),
  ),
  ...international.map(
    (target): Preset => ({
      ...target,
      probe_type: 'icmp',
      source: 'preset:international',
      source_name: '国际节点',
      ...noTimestamps,
    }),
  ),
]
