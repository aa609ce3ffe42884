/** How to start the agent, by operating system. The first option is the quickest to try. */
export const installKinds = {
  linux: ['checkout', 'shell', 'systemd'],
  macos: ['checkout', 'shell', 'launchd'],
  windows: ['checkout', 'shell'],
} as const

export type System = keyof typeof installKinds
export type InstallKind = (typeof installKinds)[System][number]
export const systems = ['linux', 'macos', 'windows'] as const satisfies readonly System[]

/** Capabilities that differ from their default. */
export interface CapabilityOverrides {
  readonly allow: readonly string[]
  readonly deny: readonly string[]
}

export interface Agent {
  readonly serverUrl: string
  readonly code: string
  readonly overrides: CapabilityOverrides
}

const flags = ({ allow, deny }: CapabilityOverrides) =>
  [...allow.map((name) => ` --allow-cap ${name}`), ...deny.map((name) => ` --deny-cap ${name}`)].join('')

const tomlArray = (names: readonly string[]) => `[${names.map((name) => `"${name}"`).join(', ')}]`

function toml({ serverUrl, code, overrides: { allow, deny } }: Agent): string {
  const lines = [`server_url = "${serverUrl}"`, `enrollment_code = "${code}"`]
  if (allow.length + deny.length > 0) lines.push('[capabilities]')
  if (allow.length > 0) lines.push(`allow = ${tomlArray(allow)}`)
  if (deny.length > 0) lines.push(`deny = ${tomlArray(deny)}`)
  return lines.join('\n')
}

const unit = `[Unit]
Description=svc monitoring agent
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=/usr/bin/env svc-agent --config /etc/svc/agent.toml
Restart=always
RestartSec=5
RestartPreventExitStatus=78
StateDirectory=svc-agent

[Install]
WantedBy=multi-user.target`

const plist = `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>Label</key><string>svc-agent</string>
<key>ProgramArguments</key><array>
<string>/usr/bin/env</string><string>svc-agent</string>
<string>--config</string><string>/etc/svc/agent.toml</string>
</array>
<key>EnvironmentVariables</key><dict>
<key>PATH</key><string>/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin</string>
</dict>
<key>RunAtLoad</key><true/>
<key>KeepAlive</key><true/>
<key>ThrottleInterval</key><integer>30</integer>
<key>StandardOutPath</key><string>/var/log/svc-agent.log</string>
<key>StandardErrorPath</key><string>/var/log/svc-agent.log</string>
</dict></plist>`

const plistPath = '/Library/LaunchDaemons/svc-agent.plist'

/** Writes a configuration that only root can read and a service definition, and (re)starts the service. */
const serviceCommand = (agent: Agent, path: string, definition: string, start: string) => `sudo sh -c 'umask 077
mkdir -p /etc/svc
cat > /etc/svc/agent.toml <<TOML
${toml(agent)}
TOML
cat > ${path} <<UNIT
${definition}
UNIT
${start}'`

/**
 * The command to paste into a terminal of the host. Nothing needs quoting: an origin, a base64url code and capability
 * names contain no characters that are special in a shell or in TOML.
 */
export function installCommand(system: System, kind: InstallKind, agent: Agent): string {
  const { serverUrl, code, overrides } = agent
  if (kind === 'systemd') {
    return serviceCommand(
      agent,
      '/etc/systemd/system/svc-agent.service',
      unit,
      'systemctl daemon-reload\nsystemctl enable svc-agent\nsystemctl restart svc-agent',
    )
  }
  if (kind === 'launchd') {
    return serviceCommand(
      agent,
      plistPath,
      plist,
      `launchctl bootout system/svc-agent 2>/dev/null\nlaunchctl bootstrap system ${plistPath}`,
    )
  }
  // --no-install: elsewhere it would run whatever package has this name on the registry.
  const program = `${kind === 'checkout' ? 'npx --no-install svc-agent' : 'svc-agent'}${flags(overrides)}`
  return system === 'windows'
    ? `$env:SVC_SERVER_URL = "${serverUrl}"\n$env:SVC_ENROLLMENT_CODE = "${code}"\n${program}`
    : `SVC_SERVER_URL=${serverUrl} \\\nSVC_ENROLLMENT_CODE=${code} \\\n${program}`
}

/** Whether the address is reachable from this machine only. */
export function isOwnMachine(serverUrl: string): boolean {
  const { hostname } = new URL(serverUrl)
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname)
}
