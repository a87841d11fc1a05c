//! Agreement between all workers before any of them continues.

use quadrille_search::toolkit::Deadline;

use super::Share;
use super::exchange::{Exchange, number_of, stop_of};
use crate::error::{Break, ExternalError};

/// Sent by a worker that cannot continue.
const FAILED: u64 = u64::MAX;

/// All workers exchange their results, with some numbers if they succeeded. Fails for all if it
/// failed for one.
pub(super) fn agree(
    exchange: &mut Exchange,
    deadline: &Deadline,
    own: Result<Vec<u64>, Break>,
) -> Result<Vec<Vec<u64>>, Break> {
    let (how, numbers) = match &own {
        // A process is gone; the others will notice it themselves.
        Err(Break::Error(ExternalError::Lost { .. })) => return own.map(|_| Vec::new()),
        Err(Break::Error(_)) => (FAILED, &[][..]),
        Err(Break::Stop(stop)) => (number_of(*stop), &[][..]),
        Ok(numbers) => (0, numbers.as_slice()),
    };
    let messages = exchange.all_gather([&[how][..], numbers].concat(), &mut |exchange| {
        if let Err(stop) = deadline.check(0) {
            exchange.announce(stop);
        }
    })?;
    if let Err(failure @ Break::Error(_)) = own {
        return Err(failure);
    }
    let ways = || messages.iter().map(|message| message.first().copied().unwrap_or(FAILED));
    if let Some(worker) = ways().position(|how| how == FAILED) {
        return Err(Break::Error(ExternalError::Other { worker }));
    }
    match ways().max().and_then(stop_of) {
        Some(stop) => Err(stop.into()),
        None => Ok(messages.into_iter().map(|message| message[1..].to_vec()).collect()),
    }
}

/// At the common end, all workers exchange their shares and counts. Returns the shares and the sums
/// of the counts; nothing if a process is gone by then.
pub(super) fn share_out(
    exchange: &mut Exchange,
    own: Share,
    counted: &[u64],
) -> (Vec<Share>, Vec<u64>) {
    let Share { positions, disk_bytes, .. } = own;
    let share = [positions, disk_bytes, exchange.sent, exchange.sent_bytes()];
    let messages =
        exchange.all_gather([&share[..], counted].concat(), &mut |_| {}).unwrap_or_default();
    let mut sums = vec![0; counted.len()];
    let mut shares = Vec::new();
    for message in messages {
        if let [positions, disk_bytes, sent, sent_bytes, counted @ ..] = message.as_slice() {
            let [positions, disk_bytes, sent, sent_bytes] =
                [positions, disk_bytes, sent, sent_bytes].map(|figure| *figure);
            shares.push(Share { positions, disk_bytes, sent, sent_bytes });
            sums.iter_mut().zip(counted).for_each(|(sum, count)| *sum += count);
        }
    }
    (shares, sums)
}
