const { lib, ours } = require('./paths.cjs')

/** Only `owner` may import these packages. */
const owned = (packages, owner) => ({
  name: `one-owner-${packages[0].replace(/^@/, '').replace('/', '-')}`,
  comment: `${packages.join(', ')} may only be imported by ${owner.join(' and ')}; use what they export`,
  severity: 'error',
  from: { path: ours, pathNot: owner },
  to: { path: lib(...packages) },
})

exports.owners = [
  owned(['awilix'], ['^kernel/']),
  owned(['semver'], ['^kernel/', '^sdk/widget/']),
  owned(['better-sqlite3'], ['^kernel/', '^e2e/']),
  owned(['@fastify/(cookie|helmet|static|swagger|swagger-ui|websocket)'], ['^kernel/', '^sdk/plugin/src/http\\.ts$']),
  owned(['fastify'], ['^kernel/', '^sdk/plugin/', '^e2e/bench/', '^plugins/auth/test/']),
  owned(['ws'], ['^kernel/', '^agent/', '^e2e/', '^plugins/enrollment/']),
  owned(['pino'], ['^kernel/', '^agent/']),
  owned(['smol-toml'], ['^config/', '^agent/', '^e2e/']),
  owned(['@node-rs/argon2'], ['^plugins/auth/', '^plugins/enrollment/']),
  owned(['systeminformation'], ['^agent-plugins/metrics/']),
  owned(['uplot'], ['^sdk/dashboard/src/ui/chart']),
  {
    name: 'one-runtime-uplot',
    comment: 'only chart.tsx may load uPlot; other files may import its types',
    severity: 'error',
    from: { path: '^sdk/dashboard/', pathNot: '^sdk/dashboard/src/ui/chart\\.tsx$' },
    to: { path: lib('uplot'), dependencyTypesNot: ['type-only'] },
  },
  owned(['esbuild'], ['^scripts/setup/bundle\\.mjs$']),
  owned(
    ['cmdk', 'radix-ui', '@radix-ui/[^/]+', 'class-variance-authority', 'tailwind-merge', 'clsx'],
    ['^sdk/dashboard/'],
  ),
  owned(['react-hook-form'], ['^sdk/dashboard/src/form/use-form\\.ts$']),
  owned(['react-grid-layout'], ['^plugins/dashboards/dashboard/grid/']),
  owned(['d3-geo', 'topojson-client', 'world-atlas'], ['^plugins/geoip/']),
  owned(['nodemailer'], ['^plugins/alerts/src/notifications/channel-types/email/']),
  owned(['dockerode'], ['^agent-plugins/docker/']),
  owned(['node-pty'], ['^agent-plugins/terminal/']),
  owned(['raw-socket'], ['^agent-plugins/ping/', '^agent-plugins/traceroute/']),
  owned(['yauzl'], ['^sdk/widget-package/']),
  owned(['playwright-core', 'axe-core'], ['^e2e/']),
]
