export interface PackedPackage {
  readonly tarball: string;
  readonly companion: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly paths: readonly string[];
}

export interface Installed {
  readonly directory: string;
  readonly said: string;
  remove(): void;
}

export interface Step {
  readonly line: string;
  readonly code: number;
  readonly says: string;
}

export declare const steps: readonly Step[];
export declare const companionSteps: readonly Step[];
export declare function packInto(directory: string): PackedPackage;
export declare function installFresh(tarballs: readonly string[], node?: string): Installed;
export declare function writeFiles(directory: string): void;
export declare function objection(
  step: Step,
  directory: string,
  choice?: { readonly node?: string; readonly by?: readonly string[] },
): string | undefined;
