import { startReceiver } from '../../local/partner/receiver.ts';
import { type OwnedTenant, ownedTenant, settingsOf } from './owner.ts';

export interface SwitchableTenant extends OwnedTenant {
  /** Sets the status of all further answers of the receiver. */
  answer(status: number): void;
}

/** A tenant whose receiver answers 200 until told otherwise. */
export async function switchableTenant(): Promise<SwitchableTenant> {
  let status = 200;
  const receiver = await startReceiver({
    respond: (_webhook, response) => response.writeHead(status).end(`this is ${status}`),
  });
  const answer = (next: number) => {
    status = next;
  };
  return { ...(await ownedTenant({ webhookUrl: receiver.url })), receiver, answer };
}

export const parkedModels = async (tenant: OwnedTenant) => (await settingsOf(tenant)).parkedModels;
