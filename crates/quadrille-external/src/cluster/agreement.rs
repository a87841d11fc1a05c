//! What all workers have to know before any of them goes on.

use quadrille_search::toolkit::Deadline;

use super::Share;
use super::exchange::{Exchange, Post, number_of, stop_of};
use crate::error::{Break, ExternalError};

/// What a worker says when it cannot go on at all.
const FAILED: u64 = u64::MAX;

/// All workers tell how it went with them, and some numbers if it went well. It fails for all if it
/// failed for one.
pub(super) fn agree<T: Post>(
    exchange: &mut Exchange<T>,
    deadline: &Deadline,
    own: Result<Vec<u64>, Break>,
) -> Result<Vec<Vec<u64>>, Break> {
    let (how, numbers) = match &own {
        // A process is gone: the others will find out by themselves.
        Err(Break::Error(ExternalError::Lost { .. })) => return own.map(|_| Vec::new()),
        Err(Break::Error(_)) => (FAILED, &[][..]),
        Err(Break::Stop(stop)) => (number_of(*stop), &[][..]),
        Ok(numbers) => (0, numbers.as_slice()),
    };
    let said = exchange.confer([&[how][..], numbers].concat(), &mut |exchange| {
        if let Err(stop) = deadline.check(0) {
            exchange.announce(stop);
        }
    })?;
    if let Err(failure @ Break::Error(_)) = own {
        return Err(failure);
    }
    let ways = || said.iter().map(|word| word.first().copied().unwrap_or(FAILED));
    if let Some(worker) = ways().position(|how| how == FAILED) {
        return Err(Break::Error(ExternalError::Other { worker }));
    }
    match ways().max().and_then(stop_of) {
        Some(stop) => Err(stop.into()),
        None => Ok(said.into_iter().map(|word| word[1..].to_vec()).collect()),
    }
}

/// All workers tell what they have, when they have come to the same end, and what else they
/// counted. Returns the shares and the sums of the counts; nothing when a process is gone by then.
pub(super) fn share_out<T: Post>(
    exchange: &mut Exchange<T>,
    own: Share,
    counted: &[u64],
) -> (Vec<Share>, Vec<u64>) {
    let Share { positions, disk_bytes, .. } = own;
    let share = [positions, disk_bytes, exchange.sent, exchange.sent_bytes()];
    let said = exchange.confer([&share[..], counted].concat(), &mut |_| {}).unwrap_or_default();
    let mut sums = vec![0; counted.len()];
    let mut shares = Vec::new();
    for word in said {
        if let [positions, disk_bytes, sent, sent_bytes, counted @ ..] = word.as_slice() {
            let [positions, disk_bytes, sent, sent_bytes] =
                [positions, disk_bytes, sent, sent_bytes].map(|figure| *figure);
            shares.push(Share { positions, disk_bytes, sent, sent_bytes });
            sums.iter_mut().zip(counted).for_each(|(sum, count)| *sum += count);
        }
    }
    (shares, sums)
}
