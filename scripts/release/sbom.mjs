import { closure, dependenciesOf, lockedPackage } from './packages.mjs'

/** @typedef {import('./targets.mjs').Target} Target */

/** What is in programs and dashboard. */
const ours = /^(?:kernel|server|agent|config|dashboard|(?:sdk|plugins|agent-plugins)\/[^/]+)$/

/**
 * Every published package that is in the programs of these targets, as CycloneDX.
 * @param {Target[]} targets
 * @param {string} version
 */
export function billOfMaterials(targets, version) {
  const needed = dependenciesOf(ours)
  const places = new Set(targets.flatMap((target) => [`node_modules/${target.runtime}`, ...closure(needed, target)]))
  const components = [...places].sort().map((place) => {
    const { version, integrity, license, name: published } = lockedPackage(place)
    const [group, plain] = published.startsWith('@') ? published.split('/') : [undefined, published]
    return {
      type: 'library',
      'bom-ref': `pkg:npm/${published.replace('@', '%40')}@${version}`,
      ...(group && { group }),
      name: plain,
      version,
      purl: `pkg:npm/${published.replace('@', '%40')}@${version}`,
      ...(license && { licenses: [{ expression: license }] }),
      hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }],
    }
  })
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'svc', version, 'bom-ref': `svc@${version}` } },
    components,
  }
}
