/**
 * Hosts from which publishers of well-known tools install them by a piped script, as their own documentation says on
 * 2026-11-28. They put every file there themselves.
 */
const hosts: ReadonlySet<string> = new Set(
  "astral.sh brew.sh bun.sh claude.ai cli.github.com deno.land dl.google.com dokku.com fly.io fluxcd.io get.docker.com get.helm.sh get.k3s.io get.pnpm.io get.pulumi.com get.rvm.io get.sdkman.io get.volta.sh iterm2.com install.duckdb.org install.python-poetry.org nixos.org ollama.ai ollama.com opencode.ai pixi.sh pyenv.run release.anza.xyz release.solana.com rpm.nodesource.com deb.nodesource.com run.linkerd.io sdk.cloud.google.com sh.rustup.rs starship.rs tailscale.com community.chocolatey.org firebase.tools foundry.paradigm.xyz".split(
    " ",
  ),
);

/** Repositories from whose files tools are installed; any user of this host can publish others. */
const repositories: ReadonlySet<string> = new Set(
  "Homebrew/install ajeetdsouza/zoxide anchore/grype anchore/syft aquasecurity/trivy databricks/setup-cli golangci/golangci-lint helm/helm junegunn/fzf nvm-sh/nvm ohmyzsh/ohmyzsh pyenv/pyenv-installer zdharma-continuum/zinit".split(
    " ",
  ),
);

/** Whether every address in a command is one from which a publisher installs its own tool, with encryption. */
export function isFromPublishers(command: string): boolean {
  const addresses = Array.from(command.matchAll(/\b(\w+):\/\/([^\s/"'`?#)|]+)\/?([^\s/"'`]*\/[^\s/"'`]*)?/g));
  return (
    addresses.length > 0 &&
    addresses.every(
      ([, scheme, host = "", repository = ""]) =>
        scheme === "https" &&
        (hosts.has(host) ||
          (/^raw\.github(?:usercontent)?\.com$/.test(host) && repositories.has(repository))),
    )
  );
}
