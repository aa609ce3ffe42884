/** How the agent is started on the host. */
export const installKinds = ['npx', 'shell', 'systemd'] as const
export type InstallKind = (typeof installKinds)[number]

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

/**
 * What to paste into a terminal of the host. Address and code go in as they are: an origin and base64url hold nothing
 * that a shell or a TOML string would read differently.
 */
export function installCommand(kind: InstallKind, serverUrl: string, code: string): string {
  if (kind !== 'systemd') {
    const program = kind === 'npx' ? 'npx svc-agent' : 'svc-agent'
    return `SVC_SERVER_URL=${serverUrl} \\\nSVC_ENROLLMENT_CODE=${code} \\\n${program}`
  }
  return `sudo sh -c 'umask 077
mkdir -p /etc/svc
cat > /etc/svc/agent.toml <<TOML
server_url = "${serverUrl}"
enrollment_code = "${code}"
TOML
cat > /etc/systemd/system/svc-agent.service <<UNIT
${unit}
UNIT
systemctl daemon-reload
systemctl enable --now svc-agent'`
}

/** Whether an agent on another machine cannot reach this address. */
export function isOwnMachine(serverUrl: string): boolean {
  const { hostname } = new URL(serverUrl)
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname)
}
