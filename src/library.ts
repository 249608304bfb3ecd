/** The package as a library: what other programs import. */

export type { GatewayCaller, IdentifyCaller } from './main/host-caller.ts';
export {
  createGateway,
  type GatewayLogger,
  type GatewayOptions,
  type GatewayPart,
  type MountedGateway,
} from './main/mounted-gateway.ts';
